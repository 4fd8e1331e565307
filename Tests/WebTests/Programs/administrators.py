"""The view for administrators."""
from accessible import check
from looks import picture
from stage import expect

MARK = "Quillsmith"


def view(stage):
    """Sessions by number, plug-ins, limits, and latency as a chart that goes on; no values and no keys."""
    stage.begin("kinds")
    browser = stage.browser
    browser.focus("name")
    browser.keys(MARK)
    browser.until_settled()
    key = browser.run("const { session } = document.querySelector('formd-form'); setInterval(() => session.call('Extend'), 50); return session.key")
    page = browser.call("GET", "/window")
    admin = browser.call("POST", "/window/new", {"type": "tab"})["handle"]
    browser.call("POST", "/window", {"handle": admin})
    try:
        browser.open(stage.services.served.admin)
        line = "return document.querySelector('#p99').getAttribute('d')"
        first = browser.until(line, what="a line of the chart")
        browser.until("return document.querySelector('#p99').getAttribute('d') !== arguments[0]", first, what="the chart to go on")
        browser.until("return document.querySelector('#latency-now').textContent.includes('operations a second')")
        rows = "return [...document.querySelectorAll(`#${arguments[0]} tbody tr`)].map((row) => [...row.children].map((cell) => cell.textContent))"
        sessions, limits, plugins = (browser.run(rows, table) for table in ["sessions", "limits", "plugins"])
        expect(any(form == "kinds" and pages == "1" and number.isdigit() for number, form, pages, *_ in sessions), f"{sessions}")
        expect({"connections", "pages of one address", "sessions at formd"} <= {name for name, *_ in limits}, f"{limits}")
        expect(any("CurrencyPlaceholder" in name or "currency" in name for name, *_ in plugins), f"{plugins}")
        shown = browser.run("return document.documentElement.outerHTML")
        expect(MARK not in shown and key not in shown, "the view has a value or a key")
        for scheme in ["light", "dark"]:
            browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            check(stage, f"the view, {scheme}")
        picture(stage, "admin")
        browser.devtools("Emulation.setEmulatedMedia", features=[])
    finally:
        browser.call("DELETE", "/window")
        browser.call("POST", "/window", {"handle": page})


SCENARIOS = [view]
