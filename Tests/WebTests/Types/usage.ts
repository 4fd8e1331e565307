// What a page of somebody's own writes. It is compiled, not run: the types of formd.d.ts permit this, and nothing wrong.

import { FormError, open, outline, Session } from "./declared/formd.js";

export async function use(input: HTMLInputElement, area: HTMLTextAreaElement): Promise<string[]> {
  const session: Session = await open("checkout", { lang: "ru", key: sessionStorage.getItem("key") ?? undefined, textScale: 1.5 });
  sessionStorage.setItem("key", session.key);
  const binding = session.bind("phone", input);
  session.bind("comment", area);
  session.addEventListener("change", ({ detail }) => {
    const texts: string[] = [...detail.added, ...detail.removed, ...detail.events.map((event) => event.name)];
    input.title = texts.join() + session.get("phone")?.HintText;
  });
  session.addEventListener("refused", ({ detail }) => console.log(detail.name, detail.message));
  session.addEventListener("closed", ({ detail }) => console.log(detail.toUpperCase()));
  session.send("Focus", {}, "phone");
  try {
    const { values } = await session.call("Submit");
    console.log(values);
  } catch (error) {
    if (error instanceof FormError && error.name === "NotValid") console.log(error.message);
  }
  await session.setLanguage("en");
  if (binding.knowsSecret) binding.release();
  session.disconnect();
  // @ts-expect-error: a field is bound to an input.
  session.bind("phone", document.createElement("div"));
  // @ts-expect-error: there is no such option.
  await open("checkout", { language: "ru" });
  // @ts-expect-error: the state is only read.
  session.revision = 1;
  return outline(session).map((item) => (item.kind === "row" ? `${item.group} ${item.row}` : item.kind === "grid" ? item.names.join() : item.id));
}
