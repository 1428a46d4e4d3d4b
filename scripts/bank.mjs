import { runCommand } from "./command.mjs";

await runCommand(
  "bank",
  ({ buildCommand }) => buildCommand("bank", "testing/simulated-bank/cli.ts"),
  ({ bankFromTerminal }, prepare) => bankFromTerminal(process.argv.slice(2), prepare),
);
