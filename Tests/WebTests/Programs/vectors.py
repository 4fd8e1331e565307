#!/usr/bin/python3
"""Plays the vectors for clients to formd.js in a real browser: vectors.py PROGRAMS VECTOR...

The player starts this program once more for each vector, as the front end: vectors.py --front-end GATEWAY ADDRESS FORM. All of
them use one browser, and a gateway of their own."""
import os
import pathlib
import select
import subprocess
import sys
import tempfile

from browser import Browser, Failed
from services import Gateway

HERE = pathlib.Path(__file__).parent
BROWSER = "FORMD_BROWSER"
BEGIN = """const [form, done] = arguments; window.lines = [];
    const say = (line) => lines.push(line), end = (status) => window.status_ = status;
    import('/formd.js').then(({open}) => open(form)).then((session) => { window.keyboard = terminal(session, say, end); done() })
        .catch((error) => { say(`! ${error.message}`); end(1); done() })"""
READ = "return [lines.splice(0), window.status_ ?? null]"


def front_end(program, address, form):
    gateway = Gateway(program, "--form", form, "--address", address)
    browser = Browser.known(os.environ[BROWSER])
    # A page of the gateway without a form.
    browser.open(gateway.url + "formd.d.ts")
    source = (HERE / "terminal.mjs").read_text(encoding="utf-8").replace("export function", "function")
    browser.call("POST", "/execute/async", {"script": source + BEGIN, "args": [form]})
    status, has_input = None, True
    while status is None:
        lines, status = browser.run(READ)
        if lines:
            print("\n".join(lines), flush=True)
        if has_input and status is None and select.select([sys.stdin], [], [], 0.005)[0]:
            keys = os.read(0, 65536).decode()
            has_input = bool(keys)
            browser.run("arguments[0] ? keyboard.type(arguments[0]) : keyboard.close()", keys)
    return status


def play(programs, vectors):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            player = HERE.parents[1] / "ClientVectors/play.py"
            command = [sys.executable, __file__, "--front-end", f"{programs}/formd-web"]
            return subprocess.run([sys.executable, player, *vectors, "--", *command], env={**os.environ, BROWSER: browser.name}).returncode
        finally:
            browser.close()


if __name__ == "__main__":
    first, *rest = sys.argv[1:]
    sys.exit(front_end(*rest) if first == "--front-end" else play(first, rest))
