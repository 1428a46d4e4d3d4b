import { capitalWords, foreignWords, smallWords } from "../data";
import { edge, type Rule } from "../rule";

const byFirstWord = new Map<string, [short: string, words: string][]>();

for (const [key, words] of Object.entries(foreignWords)) {
  const first = /^\p{L}+/u.exec(key)?.[0] ?? key;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), [key, words]]);
}
for (const entries of byFirstWord.values()) entries.sort(([one], [other]) => other.length - one.length);

const exact = new Map([...Object.entries(capitalWords), ...Object.entries(smallWords)]);
const run = /[\p{L}\p{M}]+/uy;
const ends = new RegExp(edge, "uy");

/** Foreign words, names, brands, and acronyms pronounced as words. */
export const foreignRule: Rule = {
  name: "foreign",
  begins: ["letter"],
  match(text, at) {
    run.lastIndex = at;
    const word = run.exec(text)?.[0] ?? "";
    for (const [key, words] of byFirstWord.get(word.toLowerCase()) ?? []) {
      ends.lastIndex = at + key.length;
      if (text.slice(at, at + key.length).toLowerCase() === key && ends.test(text))
        return { length: key.length, spoken: words };
    }
    const words = exact.get(word);
    ends.lastIndex = at + word.length;
    return words && ends.test(text) ? { length: word.length, spoken: words } : null;
  },
};
