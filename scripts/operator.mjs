import { runCommand } from "./command.mjs";

await runCommand(
  "operator",
  ({ buildOperator }) => buildOperator(),
  ({ operateFromTerminal }, prepare) => operateFromTerminal(process.argv.slice(2), undefined, prepare),
);
