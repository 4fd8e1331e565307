"""Where scenarios take place: a browser and services, and what scenarios require."""
import pathlib
import tempfile
import traceback

from browser import ROOT, Browser, Failed
from services import Services

FORMS = pathlib.Path(__file__).parent.parent / "Forms"


def expect(condition, what):
    if not condition:
        raise Failed(what)


def same(found, wanted):
    expect(found == wanted, f"{found!r} instead of {wanted!r}")


class Stage:
    # The text of axe-core, once it was read.
    axe = None

    def __init__(self, browser, services):
        self.browser, self.services = browser, services

    def begin(self, form, query=""):
        """A new session of a form in the page."""
        browser = self.browser
        browser.open(self.services.url + "icon.svg")
        browser.run("sessionStorage.clear()")
        browser.open(f"{self.services.url}?form={form}{query}")
        browser.until(f"return {ROOT}?.querySelector('[data-field]') && document.title")

    def daemon(self, field, name="Text"):
        return self.browser.run("return document.querySelector('formd-form').session.get(arguments[0])[arguments[1]]", field, name)

    def hint(self, field):
        return self.browser.run(f"return {ROOT}.querySelector('#h-{field}').textContent")


def play(scenarios, programs, *options):
    """Plays scenarios one after the other. Returns whether one has failed."""
    has_failed = False
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        services = Services(programs, folder, *options, forms=str(FORMS), state=f"{folder}/state")
        browser = Browser(folder)
        try:
            for scenario in scenarios:
                try:
                    scenario(Stage(browser, services))
                    print(f"ok {scenario.__name__}", flush=True)
                except Exception as failure:
                    has_failed = True
                    trace = "".join(traceback.format_tb(failure.__traceback__)[-2:])
                    print(f"FAILED {scenario.__name__}: {scenario.__doc__}\n{failure}\n{trace}", flush=True)
        finally:
            browser.close()
            services.close()
    return has_failed
