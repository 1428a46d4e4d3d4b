const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

const nameOf = (code: string) => names.of(code)?.toLowerCase();

/** A language as OpenAI's API names it: `vi` and `vi-VN` are `vietnamese`; a code that has no name stays as it is. */
export function nameLanguage(code: string): string {
  const [language = ""] = code.toLowerCase().split(/[-_]/);
  return (/^[a-z]{2,3}$/.test(language) && nameOf(language)) || code;
}

/** The codes by the names of their languages: built when first asked, since that takes 676 look-ups. */
let codes: Map<string, string> | undefined;

/** The code of a language that a client names as OpenAI's API does: `vietnamese` is `vi`; a code stays as it is. */
export function readLanguage(sent: string): string {
  if (sent.length < 4) return sent;
  if (!codes) {
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    // ISO 639-1, without the codes that were replaced.
    const current = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => Intl.getCanonicalLocales(code)[0] === code);
    codes = new Map(current.map((code) => [nameOf(code) ?? "", code]));
  }
  return codes.get(sent.toLowerCase()) ?? sent;
}
