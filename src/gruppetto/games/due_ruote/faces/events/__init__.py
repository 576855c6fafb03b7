"""Events as typed messages, each with a sentence and its rule; a module for each part of the rulebook."""
