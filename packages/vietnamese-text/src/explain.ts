import { styleDecided } from "./chat";
import { normalize } from "./normalize";
import { regionalReading } from "./reading-options";
import { decide, type Sense } from "./senses/score";
import type { ReadOptions } from "./verbalize";

/** An ambiguous abbreviation and what speaks for each of its readings; `spoken` is null where none was sure enough. */
export type Explained = { written: string; at: number; spoken: string | null; senses: Sense[] };

const mostSenses = 5;
const decidedByTable = new Set(["abbreviation", "initials"]);

/** Why each ambiguous abbreviation of a text is read as it is: its readings with their scores, the best first. */
export function explain(text: string, options: ReadOptions): Explained[] {
  const reading = styleDecided({ ...regionalReading[options.region], ...options.reading }, text);
  const { changes } = normalize(text, options);
  const found: Explained[] = [];
  let next = 0;
  for (const { index: at } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    while ((changes[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    const change = changes[next];
    const isInside = change !== undefined && change.start < at;
    const isOther = change?.start === at && !decidedByTable.has(change.rule);
    if (isInside || isOther) continue;
    const decision = decide(text, at, reading);
    if (!decision) continue;
    found.push({
      written: text.slice(at, at + decision.length),
      at,
      spoken: change?.start === at && change.rule === "abbreviation" ? change.to.trim() : null,
      senses: decision.senses.filter(({ score }, index) => index < mostSenses && score >= 0),
    });
  }
  return found;
}
