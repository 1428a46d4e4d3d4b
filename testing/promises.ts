import { readFileSync } from "node:fs";

export const promises = readFileSync(`${import.meta.dirname}/../docs/reference/promises.md`, "utf8")
  .split("\n")
  .filter((line) => /^\| [A-Z]\d/.test(line))
  .map((line) => {
    const [, id = "", sentence = "", bound = "", proofs = ""] = line.split("|").map((cell) => cell.trim());
    return { id, sentence, bound: Number.parseInt(bound, 10), proofs: proofs.replaceAll("`", "").split(", ") };
  });

/** The bound that `docs/reference/promises.md` states for the promise, in the unit stated there. */
export function promised(id: string): number {
  const promise = promises.find((one) => one.id === id);
  if (!promise) throw new Error(`docs/reference/promises.md has no promise ${id}.`);
  return promise.bound;
}
