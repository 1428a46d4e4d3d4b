import { explain } from "./explain";
import { verbalize } from "./verbalize";

const usage = `vietnamese-text [--chat] [--region north|central|south] "text"

Prints how a text is read, and for each ambiguous abbreviation its readings with their scores and what speaks for them.`;

/** The command's output and exit code. */
export function run(args: readonly string[]): { output: string; code: number } {
  const at = args.indexOf("--region");
  const region = at < 0 ? "north" : args[at + 1];
  const text = args.filter((arg, index) => !arg.startsWith("--") && (at < 0 || index !== at + 1)).join(" ");
  const isRegion = region === "north" || region === "central" || region === "south";
  if (!text || !isRegion || args.includes("--help")) return { output: usage, code: args.includes("--help") ? 0 : 2 };
  const options = { region, reading: args.includes("--chat") ? ({ textStyle: "chat" } as const) : {} } as const;
  const lines = explain(text, options).flatMap(({ written, spoken, senses }) => [
    "",
    `${written}: ${spoken ?? "spelled or left as written, since no reading is sure enough"}`,
    ...senses.map((sense) => `  ${String(sense.score).padStart(4)}  ${sense.spoken}  ${sense.evidence.join("; ")}`),
  ]);
  return { output: [verbalize(text, options).spoken, ...lines].join("\n"), code: 0 };
}
