"""The classifications of a tour as somebody shows them who knows no game."""

from gruppetto.games.classification import Classification, Classified
from gruppetto.games.flamme_rouge.faces.words import rider_id
from gruppetto.games.flamme_rouge.grand_tour.faces.position import TIME
from gruppetto.games.flamme_rouge.grand_tour.faces.view import overall_order, team_classification
from gruppetto.games.flamme_rouge.grand_tour.rules.record import Tour


def classifications(tour: Tour) -> list[Classification]:
    """The teams by tour points, which decide, and the riders by the clock (GT1, GT10)."""
    teams = [Classified(team.seat, None, team.points) for team in team_classification(tour)]
    general = [
        Classified(rider // 2, rider_id(rider), TIME.read(tour.seconds[rider]))
        for rider in overall_order(tour)
    ]
    return [Classification("teams", "points", teams), Classification("general", "time", general)]
