"""Etapa in words: what action codes, rows of a trace and previews mean."""

from gruppetto.games.etapa.faces import events, moves, previews
from gruppetto.games.etapa.rules.codes import Action, Foreseen, Told
from gruppetto.games.vocabulary import event_reader, members, move_reader

event = event_reader(Told, members(events))
foreseen = event_reader(Foreseen, members(previews))
action = move_reader(Action, members(moves), lambda race: race.ask)
