#!/usr/bin/python3
"""Prints what assistive technologies see of the controls of a form in the program NAME: accessible.py NAME. Each line has the
role, the name, the description and the states of a control. Labels are left out, and what is above the form's bar."""
import sys
import time
import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi

STATES = {state: state.value_nick for state in
          [Atspi.StateType.INVALID_ENTRY, Atspi.StateType.INVALID, Atspi.StateType.EDITABLE, Atspi.StateType.CHECKED]}
ROLES = ("text", "check box", "grouping", "panel", "radio button", "slider", "push button")


def lines(object, depth=0):
    try:
        states = object.get_state_set()
        if states.contains(Atspi.StateType.DEFUNCT) or depth > 60:
            return
        name, description = object.get_name(), object.get_description()
        if name or description:
            text = f"{object.get_role_name()} “{name}” “{description}”"
            yield " ".join([text, *(nick for state, nick in STATES.items() if states.contains(state))])
        for index in range(object.get_child_count()):
            child = object.get_child_at_index(index)
            if child:
                yield from lines(child, depth + 1)
    except gi.repository.GLib.Error:
        return


def application():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(index)
        if child and child.get_name() == sys.argv[1] and child.get_child_count() > 0:
            return child
    return None


deadline = time.monotonic() + 30
while True:
    found = application()
    tree = list(lines(found)) if found else []
    form = tree[next((index for index, line in enumerate(tree) if line.startswith("alert")), len(tree)):]
    controls = [line for line in form if line.startswith(ROLES)]
    if any(line.startswith("text") for line in controls) or time.monotonic() > deadline:
        break
    time.sleep(0.1)
print("\n".join(controls))
