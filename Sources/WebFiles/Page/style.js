// The look of <formd-form>. A page changes it with custom properties and with ::part().

export const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host {
  color-scheme: light dark;
  --accent: var(--formd-accent, light-dark(#0b57d0, #a8c7fa));
  --on-accent: var(--formd-on-accent, light-dark(#fff, #062e6f));
  --error: var(--formd-error, light-dark(#b3261e, #f2b8b5));
  --warning: var(--formd-warning, light-dark(#7a4f00, #f5c26b));
  --text: var(--formd-text, light-dark(#1b1b1f, #e3e3e8));
  --secondary: var(--formd-secondary, light-dark(#53535b, #b4b4bd));
  --line: var(--formd-line, light-dark(#7b7b85, #8e8e99));
  --surface: var(--formd-surface, light-dark(#fff, #1d1d22));
  --radius: var(--formd-radius, 8px);
  --target: var(--formd-target, 44px);
  display: block;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.form { color: var(--text); font-family: var(--formd-font, system-ui, sans-serif); font-size: calc(1rem * var(--formd-scale, 1)); line-height: 1.4; }
h1 { font-size: 1.6em; line-height: 1.2; margin: 0 0 .5em; }
h1:focus { outline: none; }
h2 { font-size: 1.25em; margin: .6em 0 0; grid-column: 1 / -1; }
h3, h4, h5, h6 { font-size: 1.05em; margin: .4em 0 0; grid-column: 1 / -1; }
.progress { color: var(--secondary); margin: -.3em 0 1em; }
.notice { margin: 0 0 1em; padding: .7em 1em; border: 1px solid var(--warning); border-radius: var(--radius); }
.live { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; margin: 0; }
.elements { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 1em .8em; align-items: start; }
.field { grid-column: span var(--span, 12); min-inline-size: 0; border: 0; margin: 0; padding: 0; }
@media (max-width: 30rem) { .field { grid-column: 1 / -1; } }
label, legend { display: block; padding: 0; margin-block-end: .25em; font-weight: 500; overflow-wrap: anywhere; }
.required > label::after, .required > legend::after, .required > .beside > label::after, tr.required > th::after { content: " *" / ""; color: var(--error); }
.box { position: relative; display: flex; align-items: flex-start; flex-wrap: wrap; gap: .4em; }
input, textarea, select, button { font: inherit; color: inherit; }
input:not([type=checkbox], [type=radio], [type=range], [type=date]), textarea, select {
  flex: 1 1 8em; min-inline-size: 0; inline-size: 100%; min-block-size: var(--target); padding: .5em .75em;
  border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface);
}
textarea { min-block-size: calc(2 * var(--target)); field-sizing: content; max-block-size: 20em; resize: vertical; }
select { padding-inline-end: 2em; }
:disabled { opacity: .55; }
input:focus-visible, textarea:focus-visible, select:focus-visible, button:focus-visible, .choices label:has(:focus-visible), td label:has(:focus-visible) {
  outline: 3px solid var(--accent); outline-offset: 1px;
}
.invalid input, .invalid textarea, .invalid select { border-color: var(--error); border-width: 2px; }
button { min-block-size: var(--target); min-inline-size: var(--target); padding: .5em 1em; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); cursor: pointer; touch-action: manipulation; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.elements > button { grid-column: 1 / -1; justify-self: start; }
.picker { position: absolute; inset-inline-end: 0; inset-block-end: 0; inline-size: 1px; block-size: 1px; opacity: 0; pointer-events: none; }
.beside { display: flex; align-items: center; gap: .7em; min-block-size: var(--target); }
.beside label { margin: 0; flex: 1; padding-block: .6em; }
input[type=checkbox], input[type=radio] { inline-size: 1.4em; block-size: 1.4em; accent-color: var(--accent); margin: 0; flex: none; }
input[role=switch] { appearance: none; inline-size: 3em; block-size: 1.7em; border-radius: 1em; border: 2px solid var(--line); background: var(--surface); position: relative; }
input[role=switch]::before { content: ""; position: absolute; inset-block: 3px; inset-inline-start: 3px; aspect-ratio: 1; border-radius: 50%; background: var(--line); transition: inset-inline-start .15s; }
input[role=switch]:checked { background: var(--accent); border-color: var(--accent); }
input[role=switch]:checked::before { inset-inline-start: calc(100% - 1.7em + 7px); background: var(--on-accent); }
input[type=range] { flex: 1 1 100%; min-block-size: var(--target); accent-color: var(--accent); margin: 0; }
.choices { display: flex; flex-direction: column; gap: .2em; }
.choices { margin: 0; }
.choices label { display: flex; align-items: center; gap: .7em; min-block-size: var(--target); font-weight: 400; margin: 0; padding: .3em .5em; border-radius: var(--radius); cursor: pointer; }
.choices.buttons, .choices.rating { flex-direction: row; flex-wrap: wrap; gap: .5em; }
.choices.buttons label, .choices.rating label { border: 1px solid var(--line); background: var(--surface); padding-inline: .9em; min-inline-size: var(--target); justify-content: center; }
.choices.rating input, .choices.buttons input { position: absolute; opacity: 0; }
.choices.buttons label:has(:checked), .choices.rating label:has(:checked) { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.grid { grid-column: 1 / -1; overflow-x: auto; }
table { border-collapse: collapse; inline-size: 100%; }
th { font-weight: 500; padding: .3em .5em; }
th[scope=row] { text-align: start; }
td { text-align: center; padding: 0; }
td label { display: flex; align-items: center; justify-content: center; min-block-size: var(--target); min-inline-size: var(--target); margin: 0; }
tbody tr { border-block-start: 1px solid color-mix(in srgb, var(--line) 35%, transparent); }
[role=listbox] { position: absolute; z-index: 2; inset-inline: 0; inset-block-start: 100%; max-block-size: 16em; overflow-y: auto; margin: 2px 0 0; padding: .3em; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: 0 4px 16px #0004; }
[role=option], .nothing { display: flex; align-items: center; min-block-size: var(--target); padding: .3em .7em; border-radius: calc(var(--radius) - 2px); cursor: pointer; }
[role=option].active { background: color-mix(in srgb, var(--accent) 18%, transparent); }
[role=option][aria-selected=true]::before { content: "✓ " / ""; white-space: pre; color: var(--accent); }
.count { align-self: center; color: var(--secondary); }
.hint { margin: .25em 0 0; font-size: .875em; color: var(--secondary); overflow-wrap: anywhere; white-space: pre-line; text-align: match-parent; }
.hint:empty { display: none; }
.hint.error { color: var(--error); }
.hint.warning { color: var(--warning); }
.note { white-space: pre-line; overflow-wrap: anywhere; }
ul { margin: 0; padding-inline-start: 1.2em; }
a { color: var(--accent); }
output { display: block; min-block-size: var(--target); padding: .5em 0; font-variant-numeric: tabular-nums; }
.answers { grid-column: 1 / -1; display: flex; flex-direction: column; gap: .3em; }
.answer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .2em 1em; text-align: start; inline-size: 100%; }
.answer .name { color: var(--secondary); }
.buttons { display: flex; flex-wrap: wrap; gap: .7em; margin-block-start: 1.5em; }
@media (max-width: 30rem) { .buttons > button { flex: 1 1 100%; } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important; scroll-behavior: auto !important; } }
@media (forced-colors: active) { input[role=switch]::before { background: CanvasText; } }
`);
