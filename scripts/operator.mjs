import { runCommand } from "./command.mjs";

await runCommand("operator", "lib/operator/cli.ts", ({ operateFromTerminal }) =>
  operateFromTerminal(process.argv.slice(2)),
);
