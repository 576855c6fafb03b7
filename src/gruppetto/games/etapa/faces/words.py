"""Etapa in words: what action codes, rows of a trace and previews mean."""

from gruppetto.games.etapa.faces import events, moves, previews
from gruppetto.games.etapa.rules.codes import Action, Foreseen, Told
from gruppetto.games.vocabulary import event_reader, events_in, members, move_reader, moves_in

EVENT_TYPES = events_in(Told, members(events))
PREVIEW_TYPES = events_in(Foreseen, members(previews))
MOVE_TYPES = moves_in(members(moves))
event = event_reader(Told, EVENT_TYPES)
foreseen = event_reader(Foreseen, PREVIEW_TYPES)
action = move_reader(Action, MOVE_TYPES, lambda race: race.ask)
