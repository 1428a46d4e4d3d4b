// @module-tag slow
import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { needs } from "@/testing/harness/needs";
import { writeCompletion } from "./completion";

const hasShell = (name: string) => spawnSync(name, ["-c", "true"]).status === 0;

/** What each line is completed with when its last word is being typed. */
const lines: [words: string[], choices: RegExp][] = [
  [["jo"], /^jobs\b/],
  [["jobs", ""], /^list\b.*\bshow\b.*\bwait\b.*\bcancel\b/s],
  [["jobs", "wait", "--f"], /--format/],
  [["say", "--v"], /--voice/],
  [["completion", ""], /bash.*zsh/s],
];

test.runIf(hasShell("bash"))("bash completes commands, options and their values", needs("bash"), () => {
  const complete = (words: string[]) => {
    const program = `${writeCompletion("bash")}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vang; echo "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", program, "bash", "vang", ...words], { encoding: "utf8" });
  };
  for (const [words, choices] of lines) expect(complete(words)).toMatch(choices);
  expect(complete(["transcribe", "--format", "s"])).toBe("srt\n");
  expect(complete(["say", "--lang", ""])).toBe("vi en\n");
});

test.runIf(hasShell("zsh"))("zsh completes commands, options and their values", needs("zsh"), () => {
  const stubs = `compdef() { : }
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- \${(P)2} }`;
  const complete = (words: string[]) => {
    const program = `${stubs}\n${writeCompletion("zsh")}\nwords=("$@") CURRENT=$#; _vang`;
    return execFileSync("zsh", ["-fc", program, "zsh", "vang", ...words], { encoding: "utf8" });
  };
  for (const [words, choices] of lines) if (words[0] !== "jo") expect(complete(words)).toMatch(choices);
  expect(complete(["jo"])).toMatch(/^jobs:/m);
  expect(complete(["transcribe", "--f"])).toContain("(text srt vtt json)");
});
