#!/usr/bin/python3
"""Writes the forms of the tests of windows: forms.py FOLDER."""
import json
import sys

towns = [{"value": f"t{number}", "label": f"Town {number}"} for number in range(5000)]
forms = {
    "window": {"title": "Window", "fields": [
        {"id": "name", "label": "Name", "required": True, "hint": "As in your passport"},
        {"id": "phone", "label": "Phone", "formatter": {"type": "mask", "mask": "+7 ([000]) [000]-[00]-[00]"},
         "validators": [{"type": "length", "min": 18, "message": "Enter the whole number"}]},
        {"id": "secret", "label": "Secret", "mode": {"type": "password", "reveal": "visibleOnNotEmptyText"}},
        {"id": "city", "label": "City", "input": {"type": "options", "options": towns}},
        {"id": "size", "label": "Size", "input": {"type": "options", "display": "buttons", "options": [
            {"value": "s", "label": "Small"}, {"value": "m", "label": "Medium"}, {"value": "l", "label": "Large"}]}},
        {"id": "day", "label": "Day", "input": {"type": "date"}},
        {"id": "call", "label": "Call me", "input": {"type": "toggle"}},
        {"id": "time", "label": "When", "visibleWhen": {"field": "call", "equals": True}},
        {"id": "about", "label": "About", "type": "textView"},
        {"id": "count", "label": "Count", "value": "1", "input": {"type": "slider", "min": 0, "max": 9}},
    ]},
    "order": {"title": "Order", "fields": [
        {"id": "name", "label": "Name", "required": True},
        {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "what", "label": "What", "required": True}, {"id": "count", "label": "Count"}]}],
        "pages": [{"title": "Who", "fields": ["name"]}, {"title": "What", "fields": ["items"]}]},
    "big": {"title": "Big", "fields": [{"id": "bad", "label": "<b>bold</b> & <span"}] +
            [{"id": f"f{number}", "label": f"Field {number}"} for number in range(300)]},
}
for name, form in forms.items():
    with open(f"{sys.argv[1]}/{name}.json", "w", encoding="utf-8") as file:
        json.dump(form, file)
