"""Runs scripts and notebooks from top to bottom, and reads the variables that they leave."""

from typing import Any

from ..channel import crosses
from ..loading import load
from ..serve import Session


def variables(session: Session, payload: dict[str, Any]) -> dict[str, Any]:
    """Return those of the global `names` that can be handed over, as `values`.

    The types of all of them go into the claims as `types`, the names of other variables as `others`.
    """
    assert session.submission is not None, "it is loaded first"
    found, wanted = dict(session.submission.namespace), payload["names"]
    there = {name: found[name] for name in wanted if name in found}
    session.claims["types"] = {name: type(value).__name__ for name, value in there.items()}
    session.claims["others"] = [name for name in found if isinstance(name, str) and name[:1] not in {"_", ""}]
    return {"values": {name: value for name, value in there.items() if crosses(value)}}


OPS = {"load": load, "variables": variables}
