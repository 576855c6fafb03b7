"""Due Ruote in words: what action codes and the rows of a trace mean."""

from itertools import chain

from gruppetto.games.due_ruote.faces import moves
from gruppetto.games.due_ruote.faces.events import activities, advanced, challenges, finish, preparation, turn
from gruppetto.games.due_ruote.rules.codes import Action, Told
from gruppetto.games.vocabulary import event_reader, events_in, members, move_reader, moves_in

EVENTS = (preparation, turn, activities, challenges, finish, advanced)

EVENT_TYPES = events_in(Told, chain.from_iterable(map(members, EVENTS)))
MOVE_TYPES = moves_in(members(moves))
event = event_reader(Told, EVENT_TYPES)
action = move_reader(Action, MOVE_TYPES, asked=lambda race: int(race.step))
