"""The Grand Tour: races of Flamme Rouge one after the other, with the clock, points and traits."""
