"""A record read once: its fields as plain numbers, for views of it."""

from typing import Any

import numpy as np


class Sheet:
    """A record's fields as plain numbers: NumPy's own, read one by one, are many times slower."""

    def __init__(self, record: Any) -> None:
        names = record.dtype.names
        fields = record.item() if isinstance(record, np.void) else [record[name] for name in names]
        for name, field in zip(names, fields, strict=True):
            if isinstance(field, tuple) or (isinstance(field, np.ndarray) and field.dtype.names):
                setattr(self, name, Sheet(record[name]))
            else:
                setattr(self, name, field.tolist() if isinstance(field, np.ndarray) else field)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)
