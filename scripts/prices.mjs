import { runCommand } from "./command.mjs";

await runCommand("prices", "lib/billing/prices/cli.ts", ({ pricesFromTerminal }) =>
  pricesFromTerminal(process.argv.slice(2)),
);
