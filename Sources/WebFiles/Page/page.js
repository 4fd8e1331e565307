// The page of one form: it continues its session when it is loaded again, and begins anew when asked to.

import "./element.js";

const answer = await fetch(new URL("forms", import.meta.url), { cache: "no-store" });
const { forms } = await answer.json();
const wanted = new URLSearchParams(location.search).get("form");
const form = document.createElement("formd-form");
form.setAttribute("form-name", forms.includes(wanted) ? wanted : forms[0]);
form.setAttribute("manual", "");
/** Where the tab keeps the key of the form's session. */
const PLACE = `formd-key ${form.getAttribute("form-name")}`;
form.lang = new URLSearchParams(location.search).get("lang") ?? navigator.language;
document.querySelector("main").append(form);

/** Opens the session; goes on trying while the form service is away. */
async function begin(key) {
  try {
    const session = await form.start({ key });
    sessionStorage.setItem(PLACE, session.key);
  } catch (error) {
    if (error.name === "UnknownForm" || error.name === "InvalidDefinition") return;
    setTimeout(() => begin(key), 2000);
  }
}

form.addEventListener("formd-change", name);
form.addEventListener("formd-open", name);
form.addEventListener("formd-closed", ({ detail }) => {
  sessionStorage.removeItem(PLACE);
  if (!["left", "replaced", "refused"].includes(detail.reason)) begin();
});
form.addEventListener("formd-again", () => form.session.send("Close"));

function name() {
  const { Title, Locale, Direction } = form.session.properties;
  document.title = Title;
  document.documentElement.lang = Locale;
  document.documentElement.dir = Direction || "ltr";
}

begin(sessionStorage.getItem(PLACE) ?? undefined);
