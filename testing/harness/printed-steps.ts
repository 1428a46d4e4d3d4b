import { readFileSync } from "node:fs";

/** The code blocks below a heading of a page, in order, as printed. */
export function readSteps(page: string, heading: string): string[] {
  const [, section = ""] = readFileSync(page, "utf8").split(new RegExp(`^#+ ${heading}$`, "m"));
  const own = section.split(/^#+ /m)[0] ?? "";
  return [...own.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, block = ""]) => block);
}
