// A form at a kiosk: a screen that invites, the form with a keyboard, a question to a visitor who does nothing, thanks.
//
// Nothing is kept: neither in the browser's storage nor in the page, which is made anew for each visitor.

import "./element.js";
import { make, setText } from "./dom.js";
import { Keyboard } from "./keyboard.js";

/** How long thanks are shown, in seconds. */
const THANKS = 30;

const answer = await fetch(new URL("forms", import.meta.url), { cache: "no-store" });
const { forms: [name], idle = 60 } = await answer.json();
const main = document.querySelector("main");
const attract = make("section", { class: "attract" });
const question = make("p", { id: "question" });
const rest = make("p", { id: "rest" });
const goOn = make("button", { type: "button", class: "main", onclick: () => stay() });
const dialog = make("dialog", { class: "idle", "aria-labelledby": "question", "aria-describedby": "rest" }, question, rest, goOn);
let form = null, keyboard = null, countdown = null, thanks = null, isAway = false, absence = null;
document.body.append(attract, dialog);

/** A new form, with a session of its own. The former one is closed. */
async function begin() {
  clearInterval(countdown);
  clearTimeout(thanks);
  isAway = false;
  dialog.close();
  if (form?.session && form.session.closed === null) form.session.send("Close");
  form?.remove();
  form = make("formd-form", { "form-name": name, manual: "" });
  form.isKiosk = form.hasOwnKeyboard = true;
  const mine = form;
  form.addEventListener("formd-signal", ({ detail }) => detail.name === "IdleWarning" && mine === form && warn(detail.seconds));
  form.addEventListener("formd-closed", ({ detail }) => mine === form && detail.reason !== "left" && begin());
  form.addEventListener("formd-submitted", () => mine === form && thank());
  form.addEventListener("formd-again", () => mine === form && begin());
  keyboard = new Keyboard(form);
  main.replaceChildren(form, keyboard.element);
  main.inert = true;
  attract.hidden = false;
  attract.replaceChildren();
  try {
    await form.start({ lang: undefined });
    if (mine !== form) return;
    form.session.addEventListener("status", ({ detail }) => mine === form && follow(detail));
    invite();
  } catch {
    setTimeout(() => mine === form && begin(), 2000);
  }
}

/** Shows the languages of the form, or a single button. */
function invite() {
  const { Title, Languages = [], Locale } = form.session.properties;
  document.title = Title;
  attract.setAttribute("aria-label", Title);
  const nameOf = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  const buttons = Languages.length > 1
    ? Languages.map((tag) => make("button", { type: "button", lang: tag, onclick: () => enter(tag) }, nameOf(tag)))
    : [make("button", { type: "button", lang: Locale, onclick: () => enter(Locale) }, "→")];
  if (Languages.length <= 1) buttons[0].setAttribute("aria-label", Title);
  attract.replaceChildren(make("h1", {}, Title), make("div", { class: "languages" }, ...buttons));
  buttons[0].focus();
}

async function enter(locale) {
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen?.().catch(() => {});
  if (locale !== form.session.properties.Locale) await form.session.setLanguage(locale).catch(() => {});
  const { Locale, Direction, Title } = form.session.properties;
  [document.documentElement.lang, document.documentElement.dir, document.title] = [Locale, Direction || "ltr", Title];
  attract.hidden = true;
  // A session that nobody uses does not ask whether somebody is there.
  form.session.send("Extend");
  main.inert = false;
  scrollTo(0, 0);
}

/** Asks a visitor who does nothing. The daemon removes what was filled in; a second later the page begins anew. */
function warn(seconds) {
  if (!attract.hidden) return;
  let left = seconds;
  const { words } = form.session;
  const show = () => setText(rest, `${words.idleRemoves} ${Math.max(left, 0)}`);
  setText(question, words.idleQuestion);
  setText(goOn, words.goOn);
  show();
  if (!dialog.open) dialog.showModal();
  clearInterval(countdown);
  countdown = setInterval(() => {
    left -= 1;
    show();
    if (left < 0) begin();
  }, 1000);
}

function stay() {
  clearInterval(countdown);
  dialog.close();
  form.session.send("Extend");
}

/** While the daemon is out of reach nobody is asked: after the idle time the page forgets what was filled in. */
function follow(status) {
  const wasAway = isAway;
  isAway = ["lost", "disconnected", "failed"].includes(status);
  if (isAway && !wasAway) wait();
}

function wait() {
  clearTimeout(absence);
  absence = setTimeout(() => isAway && attract.hidden && begin(), idle * 1000);
}

function thank() {
  clearTimeout(thanks);
  thanks = setTimeout(begin, THANKS * 1000);
}

dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  stay();
});
for (const type of ["pointerdown", "keydown", "input"]) addEventListener(type, () => isAway && wait(), true);
// A link would lead away from the form.
addEventListener("click", (event) => event.composedPath().some(({ localName }) => localName === "a") && event.preventDefault(), true);
addEventListener("contextmenu", (event) => event.preventDefault());
addEventListener("dragstart", (event) => event.preventDefault());
// A page that the browser kept would show the former visitor's.
addEventListener("pageshow", (event) => event.persisted && location.reload());

begin();
