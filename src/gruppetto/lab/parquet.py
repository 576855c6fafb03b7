"""Polars, which only those need who keep rows of results in Parquet files."""

from gruppetto.errors import MissingExtra

try:
    import polars as pl
except ImportError:
    raise MissingExtra("Parquet files need Polars: pip install 'gruppetto[lab]'.") from None

__all__ = ["pl"]
