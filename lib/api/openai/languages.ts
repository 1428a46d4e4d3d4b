const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

const nameOf = (code: string) => names.of(code)?.toLowerCase();

/** A language as OpenAI's API names it: `vi` and `vi-VN` are `vietnamese`; a code that has no name stays as it is. */
export function nameLanguage(code: string): string {
  const [language = ""] = code.toLowerCase().split(/[-_]/);
  return (/^[a-z]{2,3}$/.test(language) && nameOf(language)) || code;
}

let codes: Map<string, string> | undefined;

/** The code of a language that a client names as OpenAI's API does: `vietnamese` is `vi`; a code stays as it is. */
export function readLanguage(sent: string): string {
  if (sent.length < 4) return sent;
  codes ??= new Map(listCodes().map((code) => [nameOf(code) ?? "", code]));
  return codes.get(sent.toLowerCase()) ?? sent;
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/** ISO 639-1, without the codes that were replaced. */
const listCodes = () =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code);
