import torch


def predict(model, images):
    torch.backends.cudnn.benchmark = True
    return [model(image).mean() for image in images]
