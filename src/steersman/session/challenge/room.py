"""The challenge: a game in the plane, with a budget to buy rows from and a test opened once."""

from __future__ import annotations

from steersman.errors import SteersmanError
from steersman.session.actions import Change, actions_in
from steersman.session.challenge import actions
from steersman.session.challenge.actions import Buy, Reveal, StartChallenge
from steersman.session.challenge.challenge import (
    affordable_rows,
    after_buying,
    challenge_values,
    new_challenge,
    running,
    sealed_f1,
)
from steersman.session.challenge.challenge_goal import goal_of_game
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Registry, Series
from steersman.session.plane.game import Challenge
from steersman.session.plane.room import PlaneRoom
from steersman.session.room import Room, RoomSet
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task

Game = tuple[str, str, int]
"""What makes a game: its data, its category and its seed."""


class ChallengeRoom(Room):
    """The games played so far: their goals, and the tests that were opened."""

    name = Challenge.room
    actions = actions_in(actions)
    choice = Challenge
    own_part = False
    own_history = True
    plays_in = (PlaneRoom.name,)

    def __init__(self, rooms: RoomSet) -> None:
        self.plane_room = rooms[PlaneRoom]
        self.seeds: Series[int] = rooms.ledger.series()
        self.goals: Registry[Game, float] = rooms.ledger.registry()
        self.opened_tests: Registry[Game, float] = rooms.ledger.registry()

    def apply(self, corpus: Corpus, state: State, action: Change, task: Task) -> State:
        """The state after a game has begun, or more rows were bought."""
        match action:
            case StartChallenge():
                started = new_challenge(state, corpus, max(self.seeds, default=0))
                self.seeds.append(running(started).seed)
                self.goal(corpus, started, task)
                return started
            case Buy():
                if game_of(state) in self.opened_tests:
                    raise SteersmanError(
                        "the test of this game is open; nothing more can be bought",
                        todo="start a new challenge",
                        code="test-opened",
                    )
                return after_buying(state, corpus, action)
            case Reveal():
                self.reveal(state)
                return state
            case _:
                raise TypeError(f"{type(action).__name__} is not done in the challenge")

    def follow(self, corpus: Corpus, now: State, state: State, task: Task) -> State:  # noqa: ARG002
        """The state after a change elsewhere; another category starts another game."""
        if state.choice(Challenge) is not None:
            self.goal(corpus, state, task)
        return state

    def view(self, corpus: Corpus, state: State) -> View:
        """The budget and the goal of the present game; that none is played is said, too."""
        game = state.choice(Challenge)
        if game is None:
            return View(self.name, {self.name: None})
        revealed = self.opened_tests.get(game_of(state))
        goal = self.goal(corpus, state, Task())
        return View(self.name, {self.name: challenge_values(game, goal, revealed)})

    def describe(self, action: Change) -> str:
        match action:
            case StartChallenge():
                return "started a challenge"
            case Buy(split, documents):
                return f"bought {documents} for {split}"
            case _:
                return type(action).__name__

    def goal(self, corpus: Corpus, state: State, task: Task) -> float:
        """The F1 that the present game asks for, found once."""
        game, key = running(state), game_of(state)
        if key not in self.goals:
            rows = affordable_rows(corpus, game)
            goal = goal_of_game(corpus, state.category, rows, game.free, game.seed, task)
            self.goals[key] = goal
        return self.goals[key]

    def reveal(self, state: State) -> None:
        """Open the sealed test of a game, once."""
        if game_of(state) in self.opened_tests:
            raise SteersmanError(
                "the test of this game has been opened already",
                todo="start a new challenge",
                code="test-opened",
            )
        self.opened_tests[game_of(state)] = sealed_f1(self.plane_room.plane(state), state)


def game_of(state: State) -> Game:
    game = state.choice(Challenge)
    return (state.data_key, state.category, -1 if game is None else game.seed)
