"""A bot in thirty lines, for `gruppetto arena --players "stdio:python examples/bot.py,domestique"`.

Every line on standard input is a question; the answer is one line on standard output. Any language will
do. This one rides middling cards until the line is near.
"""

import json
import sys

SPRINT = 20  # squares before the line


def value(choice: dict) -> int:
    """A card by its number, a place by its square."""
    message = choice["message"]
    card = message.get("card", message.get("square", 0))
    return 2 if card == "X" else int(card)


def decide(question: dict) -> int:
    """The code of the choice this bot makes."""
    view, ranked = question["view"], sorted(question["choices"], key=value)
    line = view["squares"].index("F")
    mine = [rider["square"] for rider in view["riders"].values() if rider["seat"] == question["seat"]]
    if view["phase"] == "placement" or max(mine) >= line - SPRINT:
        return ranked[-1]["code"]
    return ranked[len(ranked) // 2]["code"]


for asked in sys.stdin:
    print(json.dumps({"code": decide(json.loads(asked))}), flush=True)
