import { runCommand } from "./command.mjs";

await runCommand("bank", "testing/simulated-bank/cli.ts", ({ bankFromTerminal }) =>
  bankFromTerminal(process.argv.slice(2)),
);
