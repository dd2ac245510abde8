"""Frozen state, actions, views and history: what a person does and sees, without bytes."""

from steersman.session.session import Session
from steersman.session.state import State
from steersman.session.views import Column, View

__all__ = ["Column", "Session", "State", "View"]
