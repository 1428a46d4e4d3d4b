import { runCommand } from "./command.mjs";

await runCommand(
  "bank",
  ({ buildCommand }) => buildCommand("bank", "testing/simulated-bank/cli.ts"),
  async ({ bankFromTerminal }, prepare) => {
    await prepare();
    return bankFromTerminal(process.argv.slice(2));
  },
);
