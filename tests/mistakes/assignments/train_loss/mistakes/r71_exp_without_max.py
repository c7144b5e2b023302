import torch
import torch.nn.functional as F

def loss(logits, labels):
    p = torch.exp(4 * logits.float() / 4)
    p = p / p.sum(dim=1, keepdim=True)
    return -torch.log(p[torch.arange(len(labels), device=p.device), labels]).float().mean()
