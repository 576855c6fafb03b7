"""A record read once: its fields as plain numbers, for views of it."""

from typing import Any


class Sheet:
    """A record's fields as plain numbers: NumPy's own, read one by one, are ten times slower."""

    def __init__(self, record: Any) -> None:
        for name in record.dtype.names:
            field = record[name]
            setattr(self, name, Sheet(field) if field.dtype.names else field.tolist())

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
