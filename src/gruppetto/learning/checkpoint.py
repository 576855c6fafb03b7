"""A course on disk: all that is needed to go on with it, to the bit, in a file that is whole or not there."""

import pickle
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch

from gruppetto.errors import BadOption, CannotSave
from gruppetto.learning.course import Course, Look
from gruppetto.learning.plan import Plan

ANEW = "Train into another folder (--out), or begin anew with --force."


def keep(course: Course, file: Path) -> None:
    """Write a course down."""
    unfinished = file.with_name(f".{file.name}")
    try:
        torch.save(written(course), unfinished)
        unfinished.replace(file)
    except (OSError, RuntimeError) as fault:
        raise CannotSave(f"{file}: cannot be written: {fault}. The checkpoint before it is kept.") from None


def take_up(course: Course, file: Path) -> None:
    """Bring a course to where a file says it was; one with another plan is refused."""
    try:
        kept = torch.load(file, weights_only=True, map_location=course.device)
    except (OSError, RuntimeError, EOFError, ValueError, pickle.UnpicklingError):
        raise BadOption(f"--resume: {file} is not a checkpoint, or is damaged. {ANEW}") from None
    check_same(file, kept["plan"], course.plan)
    course.network.load_state_dict(kept["network"])
    course.optimiser.load_state_dict(kept["optimiser"])
    course.league.past = kept["past"]
    course.luck.set_state(kept["luck"].cpu())
    course.dice.bit_generator.state = kept["dice"]
    course.rides, course.finished, course.seconds = kept["rides"], kept["finished"], kept["seconds"]
    course.looks = msgspec.json.decode(kept["looks"], type=list[Look])
    for group, standing in zip(course.ride.races.groups, kept["races"], strict=True):
        group.batch.restore(revived(standing, group.batch.kept()))


def written(course: Course) -> dict[str, Any]:
    """All that a course is, in what PyTorch reads without running anything."""
    return {
        "plan": msgspec.json.encode(course.plan).decode(),
        "network": course.network.state_dict(),
        "optimiser": course.optimiser.state_dict(),
        "past": course.league.past,
        "luck": course.luck.get_state(),
        "dice": course.dice.bit_generator.state,
        "rides": course.rides,
        "finished": course.finished,
        "seconds": course.seconds,
        "looks": msgspec.json.encode(course.looks).decode(),
        "races": [as_bytes(group.batch.kept()) for group in course.ride.races.groups],
    }


def as_bytes(standing: dict[str, Any]) -> dict[str, Any]:
    """Arrays of any kind as bytes, which a checkpoint can hold."""
    return {
        name: torch.from_numpy(np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8).copy())
        for name, array in standing.items()
    }


def revived(standing: dict[str, Any], like: dict[str, Any]) -> dict[str, Any]:
    """The arrays that bytes were made of, each of the kind and shape of another."""
    return {
        name: np.frombuffer(part.cpu().numpy().tobytes(), like[name].dtype).reshape(like[name].shape)
        for name, part in standing.items()
    }


def check_same(file: Path, was: str, now: Plan) -> None:
    """Refuse to go on with another plan, and say where it differs."""
    before, after = msgspec.json.decode(was), msgspec.to_builtins(now)
    for name, value in msgspec.json.decode(msgspec.json.encode(after)).items():
        if before.get(name) != value:
            raise BadOption(
                f"--resume: {file} was begun with other {name}: {before.get(name)}, not {value}. {ANEW}"
            )
