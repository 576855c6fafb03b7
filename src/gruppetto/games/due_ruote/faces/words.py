"""Due Ruote in words: what action codes and the rows of a trace mean."""

from itertools import chain

from gruppetto.games.due_ruote.faces import moves
from gruppetto.games.due_ruote.faces.events import activities, advanced, challenges, finish, preparation, turn
from gruppetto.games.due_ruote.rules.codes import Action, Told
from gruppetto.games.vocabulary import event_reader, members, move_reader

EVENTS = (preparation, turn, activities, challenges, finish, advanced)

event = event_reader(Told, chain.from_iterable(map(members, EVENTS)))
action = move_reader(Action, members(moves), asked=lambda race: int(race.step))
