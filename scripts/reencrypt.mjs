import { runCommand } from "./command.mjs";

await runCommand("reencrypt", "lib/reencrypt/cli.ts", ({ reencryptFromTerminal }) =>
  reencryptFromTerminal(process.argv.slice(2)),
);
