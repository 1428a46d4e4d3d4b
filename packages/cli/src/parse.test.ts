import { expect, test } from "vitest";
import { commandNames, optionsOf } from "./commands";
import { writeCompletion } from "./completion";
import { UsageError } from "./fail";
import { writeCommandHelp, writeHelp } from "./help";
import { parse } from "./parse";
import { languageOf, setLanguage } from "./words";

test("a command, its arguments and options are read in any order that people type", () => {
  expect(parse(["say", "xin chào", "-o", "a.mp3", "--play"])).toMatchObject({
    name: "say",
    args: ["xin chào"],
    given: { output: "a.mp3", play: true },
  });
  expect(parse(["--lang", "vi", "--json", "jobs", "wait", "stt_1", "--format=srt"])).toMatchObject({
    name: "jobs wait",
    args: ["stt_1"],
    given: { lang: "vi", json: true, transcriptFormat: "srt" },
  });
  expect(parse(["jobs"]).name).toBe("jobs list");
  expect(parse(["keys", "--json"])).toMatchObject({ name: "keys list", given: { json: true } });
  expect(parse(["say", "-", "--metadata", "a=1", "--metadata", "b=2"]).given.metadata).toEqual(["a=1", "b=2"]);
  expect(parse(["say", "--", "-5 độ"]).args).toEqual(["-5 độ"]);
  expect(parse(["say", "--help"])).toMatchObject({ name: "say", args: [], given: { help: true } });
  expect(parse(["--version"]).given.version).toBe(true);
});

test.each([
  [["sing"], "There is no command sing"],
  [["jobs", "stop"], "There is no command jobs"],
  [["say"], "TEXT|FILE|- is missing"],
  [["say", "xin", "chào"], "“chào” is one argument too many"],
  [["say", "xin", "--loud"], "no option --loud"],
  [["say", "xin", "--voice"], "--voice needs a value"],
  [["voices", "--json=yes"], "--json takes no value"],
  [["say", "xin", "--format", "midi"], "--format is one of mp3, wav"],
  [["transcribe", "a", "--format", "mp3"], "--format is one of text, srt, vtt, json, not mp3"],
  [["--loud"], "no option --loud"],
])("%j is rejected with what is wrong", (argv, sentence) => {
  expect(() => parse(argv)).toThrow(sentence);
  expect(() => parse(argv)).toThrow(UsageError);
});

test("the help and both completions name every command and option, in both languages", () => {
  for (const language of ["vi", "en"] as const) {
    setLanguage(language);
    for (const name of commandNames) {
      expect(writeHelp()).toContain(name);
      for (const [, { flag }] of optionsOf(name)) expect(writeCommandHelp(name)).toContain(`--${flag}`);
      for (const shell of ["bash", "zsh"] as const)
        for (const word of name.split(" ")) expect(writeCompletion(shell)).toContain(word);
    }
    expect(writeHelp()).not.toContain("undefined");
  }
  setLanguage("en");
});

test("messages are in the language of the terminal", () => {
  expect(languageOf({ NODE_ENV: "test", LANG: "vi_VN.UTF-8" })).toBe("vi");
  expect(languageOf({ NODE_ENV: "test", LANG: "vi_VN.UTF-8", LC_ALL: "C" })).toBe("en");
  expect(languageOf({ NODE_ENV: "test" })).toBe("en");
});
