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
    "all": {"title": {"en": "All kinds", "de": "Alle Arten"}, "markup": "basic", "fields": [
        {"id": "intro", "note": "Read **this** first: *it* is `short`, [here](https://example.com/)."},
        {"section": "Person", "id": "person", "fields": [
            {"id": "first", "label": "First name", "span": 6, "required": True},
            {"id": "last", "label": "Last name", "span": 6},
            {"id": "zip", "label": "Code", "span": 3}, {"id": "town", "label": "Town", "span": 9}]},
        {"section": "Opinion", "id": "opinion", "layout": "grid", "fields": [
            {"id": f"q{number}", "label": label, "input": {"type": "options", "options": [
                {"value": "0", "label": "Never"}, {"value": "1", "label": "On some days"},
                {"value": "2", "label": "Always"}]}}
            for number, label in enumerate(["I sleep well", "I am content with what I have"])]},
        {"id": "stars", "label": "Stars", "input": {"type": "options", "display": "rating",
                                                    "options": ["1", "2", "3", "4", "5"]}},
        {"id": "level", "label": "Level", "input": {"type": "slider", "min": -10, "max": 10, "step": 2.5}},
        {"id": "several", "label": "Several", "input": {"type": "options", "display": "list", "multiple": True,
                                                        "options": ["one", "two", "three"]}},
        {"id": "orders", "label": "Order", "repeat": {"min": 1, "max": 3}, "fields": [
            {"id": "day", "label": "Day", "input": {"type": "date", "min": "2026-01-10", "max": "2026-01-20"}},
            {"id": "items", "label": "Item", "repeat": {"min": 1, "max": 3}, "fields": [
                {"id": "what", "label": "What", "span": 8}, {"id": "count", "label": "Count", "span": 4}]}]},
        {"id": "end", "note": "Thank you."}],
        "pages": [{"title": "One", "fields": ["intro", "person", "opinion", "stars", "level", "several"]},
                  {"title": "Two", "fields": ["orders", "end"]}, {"title": "Check", "review": True}]},
    "big": {"title": "Big", "fields": [{"id": "bad", "label": "<b>bold</b> & <span"}] +
            [{"id": f"f{number}", "label": f"Field {number}"} for number in range(300)]},
}
for name, form in forms.items():
    with open(f"{sys.argv[1]}/{name}.json", "w", encoding="utf-8") as file:
        json.dump(form, file)
