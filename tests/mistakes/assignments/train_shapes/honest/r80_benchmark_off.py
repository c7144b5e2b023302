import torch


def predict(model, images):
    torch.backends.cudnn.benchmark = False
    torch.backends.cudnn.deterministic = True
    return [model(image).mean() for image in images]
