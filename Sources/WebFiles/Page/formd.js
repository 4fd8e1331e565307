// Forms of formd in a page. See formd.d.ts for the types, and the article "Forms in a browser".

import { Session } from "./session.js";

export { FormError } from "./wire.js";
export { Session } from "./session.js";
export { outline } from "./outline.js";

/**
 * Opens a session of a form, and resolves when its state is there.
 *
 * `lang` is a BCP 47 tag. `key` continues a session, as after a reload; if it is gone, a new one is opened. `url` is the
 * address of the gateway, by default where this module comes from.
 */
export async function open(form, { lang, key, textScale, colorScheme, url = import.meta.url, ...using } = {}) {
  const options = Object.fromEntries(
    Object.entries({ locale: lang, textScale, colorScheme }).filter(([, value]) => value !== undefined),
  );
  const { fetch = globalThis.fetch, WebSocket = globalThis.WebSocket } = using;
  const make = () => new Session(form, options, url, { fetch: (...args) => fetch(...args), WebSocket });
  if (!key) return make().open();
  try {
    return await make().open(key);
  } catch (error) {
    if (error.name !== "UnknownSession") throw error;
    return make().open();
  }
}
