import { readFileSync, writeFileSync } from "node:fs";
import { verb } from "@/lib/operator/cli/verb";
import { foldPassword, isInFilter, makeFilter } from "@/lib/people/account/common-passwords";

const shortest = 8;
const unknownPasswords = 1_000_000;

export const verbs = [
  verb({
    usage: "build <list...>",
    about: "builds the filter of rejected passwords from files with one password on each line",
    async run({ args: [lists] }) {
      const lines = lists.flatMap((list) => readFileSync(list, "utf8").split(/\r?\n/)).filter(Boolean);
      const entries = new Set(lines.map(foldPassword).filter((password) => password.length >= shortest));
      const filter = makeFilter(entries);
      writeFileSync("lib/people/account/common-passwords.bloom", filter);
      let wrong = 0;
      for (let count = 0; count < unknownPasswords; count++)
        if (isInFilter(filter, `unknown password ${count}`)) wrong++;
      return {
        lines: [
          `${lines.length} lines, ${entries.size} passwords of ${shortest} characters or more`,
          `${filter.length} bytes, ${wrong} wrong answers in ${unknownPasswords}`,
        ],
        data: { lines: lines.length, passwords: entries.size, bytes: filter.length, wrong },
      };
    },
  }),
];
