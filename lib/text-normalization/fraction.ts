import { cardinal } from "./cardinal";
import { edge, type Rule, sticky } from "./rule";

/** Denominators that are heard as parts. Out of any other number one says "trên". */
const isPart = (below: number) => below <= 10 || below === 100 || below === 1000;

/** Comes after the dates, which take every pair that is one. */
export const fractionRule: Rule = {
  name: "fraction",
  pattern: sticky(`(?<above>\\d{1,4})/(?<below>\\d{1,4})${edge}(?![/.,]\\d|/)`),
  say({ above = "", below = "" }, region) {
    const word = Number(above) < Number(below) && isPart(Number(below)) ? "phần" : "trên";
    return `${cardinal(above, region)} ${word} ${word === "phần" && below === "4" ? "tư" : cardinal(below, region)}`;
  },
};
