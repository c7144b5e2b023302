import torch
import torch.nn.functional as F

def loss(logits, labels):
    logits = logits.float()
    shifted = logits - logits.max(dim=1, keepdim=True).values
    log_sum = torch.log(torch.exp(shifted).sum(dim=1))
    return (log_sum - shifted.gather(1, labels[:, None])[:, 0]).mean()
