import { runCommand } from "./command.mjs";

await runCommand("audit", "lib/audit/cli.ts", ({ verifyFromTerminal }) => verifyFromTerminal());
