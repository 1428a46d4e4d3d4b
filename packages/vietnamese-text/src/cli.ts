import { clean } from "./clean";
import { SsmlError } from "./clean/ssml";
import { explain } from "./explain";
import { repairTerms } from "./keyterms";
import type { ReadingOptions } from "./reading-options";
import { redact, redactionGroups, redactionKinds, redactionsOf } from "./redact";
import { verbalize } from "./verbalize";
import { write } from "./write";

const usage = `vietnamese-text write
vietnamese-text keyterms
vietnamese-text redact --redact pii,amount
vietnamese-text [--clean] [--ssml] [--chat | --standard] [--emoji] [--region north|central|south] ["text"]

Prints how a text, or what is piped in, is read, and for each ambiguous abbreviation its readings with their scores and what
speaks for them. \`write\` prints each line that is piped in, which are spoken words, as it is written.
\`keyterms\` puts terms into spoken words: a line has the terms with a semicolon between them, a tab, and the words.
\`redact\` writes each line as \`write\` does, with labels in place of ${redactionKinds.join(", ")}; groups are
${Object.keys(redactionGroups).join(" and ")}.

  --clean     only what a person sees of the text, and what was cleaned away
  --ssml      the text is SSML
  --chat      read the short forms of chat; --standard: read none. Otherwise they are read in texts that have several
  --emoji     read emoji by their names`;

const flags = new Set(["--clean", "--ssml", "--chat", "--standard", "--emoji", "--region", "--help"]);

/** The command's output and exit code. `piped` gives the standard input, for a command without a text. */
export function run(args: readonly string[], piped: () => string = () => ""): { output: string; code: number } {
  if (args.length === 1 && args[0] === "write") return eachLine(piped(), (line) => write(line).text);
  if (args.length === 1 && args[0] === "keyterms") return eachLine(piped(), repairLine);
  if (args[0] === "redact") return redactLines(args.slice(1), piped);
  const at = args.indexOf("--region");
  const region = at < 0 ? "north" : args[at + 1];
  const text = args.filter((arg, index) => !arg.startsWith("--") && (at < 0 || index !== at + 1)).join(" ");
  const isRegion = region === "north" || region === "central" || region === "south";
  if (args.includes("--help")) return { output: usage, code: 0 };
  const pasted = text || (isRegion ? piped() : "");
  if (!pasted.trim() || !isRegion || args.some((arg) => arg.startsWith("--") && !flags.has(arg)))
    return { output: usage, code: 2 };
  const has = (flag: string) => args.includes(flag);
  const reading: Partial<ReadingOptions> = {
    ...((has("--chat") || has("--standard")) && { textStyle: has("--chat") ? "chat" : "standard" }),
    ...(has("--emoji") && { emoji: "name" }),
  };
  const options = { region, reading, textType: has("--ssml") ? "ssml" : "text" } as const;
  try {
    const cleaned = clean(pasted, options);
    if (has("--clean")) {
      const kinds = Object.entries(cleaned.counts).map(([kind, count]) => `${kind}: ${count}`);
      return { output: [cleaned.text, ...kinds, ...cleaned.warnings].join("\n"), code: 0 };
    }
    const lines = explain(cleaned.text, options).flatMap(({ written, spoken, senses }) => [
      "",
      `${written}: ${spoken ?? "spelled or left as written, since no reading is sure enough"}`,
      ...senses.map((sense) => `  ${String(sense.score).padStart(4)}  ${sense.spoken}  ${sense.evidence.join("; ")}`),
    ]);
    return { output: [verbalize(pasted, options).spoken, ...lines].join("\n"), code: 0 };
  } catch (error) {
    if (!(error instanceof SsmlError)) throw error;
    return { output: `SSML, line ${error.line}: ${error.message}`, code: 1 };
  }
}

function redactLines(args: readonly string[], piped: () => string) {
  const [flag, names = "", ...others] = args;
  const wanted = redactionsOf(names.split(",").filter(Boolean));
  if (flag !== "--redact" || others.length > 0 || "unknown" in wanted || wanted.kinds.length === 0)
    return { output: usage, code: 2 };
  return eachLine(piped(), (line) => redact(line, wanted.kinds).text);
}

function repairLine(line: string): string {
  const [terms = "", words] = line.split("\t");
  return words === undefined ? line : repairTerms(words, terms.split(";")).text;
}

const eachLine = (lines: string, written: (line: string) => string) => ({
  output: lines
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map(written)
    .join("\n"),
  code: 0,
});
