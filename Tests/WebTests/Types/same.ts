// The module as it is, without its types, has what formd.d.ts declares.

import * as actual from "./actual/formd.js";
import * as declared from "./declared/formd.js";

type Public<Type> = { [Name in keyof Type]: unknown };
/** Each has the names of the other. */
type Same<One, Other> = [keyof One, keyof Other] extends [keyof Other, keyof One] ? true : { missing: Exclude<keyof One, keyof Other>; surplus: Exclude<keyof Other, keyof One> };

export const modules: Same<typeof declared, typeof actual> = true;
export const sessions: Same<declared.Session, actual.Session> = true;
export const bindings: Same<declared.Binding, ReturnType<actual.Session["bind"]>> = true;
export const open: (form: string) => Promise<Public<declared.Session>> = (form) => actual.open(form);
