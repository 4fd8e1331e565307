#!/usr/bin/python3
"""Makes a picture of a form in a browser: picture.py PROGRAMS FORM PICTURE WIDTHxHEIGHT [--kiosk LANGUAGE] [FIELD=TEXT...]"""
import pathlib
import sys
import tempfile

from browser import ROOT, Browser
from services import Services

programs, form, picture, size, *texts = sys.argv[1:]
width, height = map(int, size.split("x"))
language = texts[1] if texts[:1] == ["--kiosk"] else None
options = ["--kiosk"] if language else []
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    services = Services(programs, folder, "--form", form, *options, forms=str(pathlib.Path(__file__).parents[3] / "Sources/Forms"))
    browser = Browser(folder, width, height)
    try:
        browser.open(services.url)
        if language:
            browser.until("const one = [...document.querySelectorAll('.attract button')].find((one) => one.lang === arguments[0]); one?.click();"
                          "return Boolean(one)", language)
        browser.until(f"return {ROOT}?.querySelector('[data-field]') && document.title")
        for text in texts[2 if language else 0:]:
            field, _, typed = text.partition("=")
            browser.focus(field)
            browser.keys(typed)
            browser.until_settled()
        browser.until_settled()
        browser.picture(picture)
    finally:
        browser.close()
        services.close()
