// The keys of the on-screen keyboard, in rows.

const latin = ["q w e r t y u i o p", "a s d f g h j k l", "z x c v b n m"];

/** Letters by language; Latin ones for any other. */
const LETTERS = {
  ar: ["ض ص ث ق ف غ ع ه خ ح ج د", "ش س ي ب ل ا ت ن م ك ط", "ئ ء ؤ ر ى ة و ز ظ ذ"],
  de: ["q w e r t z u i o p ü", "a s d f g h j k l ö ä", "y x c v b n m ß"],
  es: ["q w e r t y u i o p", "a s d f g h j k l ñ", "z x c v b n m", "á é í ó ú ü"],
  fr: ["a z e r t y u i o p", "q s d f g h j k l m", "w x c v b n ' ç", "à â é è ê ë î ï ô ù û"],
  he: ["ק ר א ט ו ן ם פ", "ש ד ג כ ע י ח ל ך ף", "ז ס ב ה נ מ צ ת ץ"],
  it: [...latin, "à è é ì ò ù"],
  pl: [...latin, "ą ć ę ł ń ó ś ź ż"],
  pt: ["q w e r t y u i o p", "a s d f g h j k l ç", "z x c v b n m", "á â ã à é ê í ó ô õ ú"],
  ru: ["й ц у к е н г ш щ з х ъ", "ф ы в а п р о л д ж э", "я ч с м и т ь б ю ё"],
  tr: ["q w e r t y u ı o p ğ ü", "a s d f g h j k l ş i", "z x c v b n m ö ç"],
  uk: ["й ц у к е н г ш щ з х ї", "ф і в а п р о л д ж є", "ґ я ч с м и т ь б ю '"],
};

const SYMBOLS = ["1 2 3 4 5 6 7 8 9 0", "@ # € % & * - + ( )", "! ? . , : ; / ' \" _ ="];
const PAD = ["1 2 3", "4 5 6", "7 8 9"];
/** What stands beside the zero. */
const BESIDE_ZERO = { integer: ["-", "0"], decimal: ["-", "0", "."], phone: ["+", "0"], pin: ["0"], date: [".", "0", "-"], time: ["0", ":"] };
const DIRECT = { email: ["@", ".", "-", "_"], url: ["/", ".", ":", "-"] };

const split = (rows) => rows.map((row) => (Array.isArray(row) ? row : row.split(" ")));

/** The layers of a field's keyboard: `letters`, `latin` where the letters are others, `symbols`; or only a `pad`. */
export function layers(purpose, locale) {
  const language = new Intl.Locale(locale || "en").language;
  if (BESIDE_ZERO[purpose]) {
    const separator = new Intl.NumberFormat(locale || "en").formatToParts(1.5).find(({ type }) => type === "decimal").value;
    const last = BESIDE_ZERO[purpose].map((key) => (purpose === "decimal" && key === "." ? separator : key));
    return { pad: split([...PAD, last]) };
  }
  const letters = LETTERS[language] ?? latin;
  const isLatin = /^[a-z]/.test(letters[0]);
  const direct = DIRECT[purpose] ? [DIRECT[purpose]] : [];
  // Addresses are written in Latin letters.
  const first = purpose === "email" || purpose === "url" || purpose === "password" ? "latin" : "letters";
  const all = { letters: split([...letters, ...direct]), latin: split([...latin, ...direct]), symbols: split(SYMBOLS) };
  if (isLatin) return { letters: all.letters, symbols: all.symbols };
  return first === "latin" ? { latin: all.latin, letters: all.letters, symbols: all.symbols } : all;
}
