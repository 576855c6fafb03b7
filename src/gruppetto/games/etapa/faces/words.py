"""Etapa in words: what action codes and the rows of a trace mean."""

from gruppetto.games.etapa.faces import events, moves
from gruppetto.games.etapa.rules.codes import Action, Told
from gruppetto.games.vocabulary import event_reader, members, move_reader

event = event_reader(Told, members(events))
action = move_reader(Action, members(moves), lambda race: race.ask)
