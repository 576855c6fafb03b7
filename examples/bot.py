"""A bot in thirty lines, for `gruppetto arena --players "stdio:python examples/bot.py,domestique"`.

Every line on standard input is a question; the answer is one line on standard output. Any language will
do. This one saves its big cards until the line is near.
"""

import json
import sys

SPRINT = 20  # squares before the line


def decide(question: dict) -> int:
    """The code of the choice this bot makes."""
    view, choices = question["view"], question["choices"]
    line = view["squares"].index("F")
    mine = [rider for rider in view["riders"].values() if rider["seat"] == question["seat"]]
    near = any((rider["square"] or 0) >= line - SPRINT for rider in mine)

    def value(choice: dict) -> int:
        card = choice["message"].get("card", 0)
        return 2 if card == "X" else int(card)

    ranked = sorted(choices, key=value)
    return ranked[-1 if near else 0]["code"]


for asked in sys.stdin:
    print(json.dumps({"code": decide(json.loads(asked))}), flush=True)
