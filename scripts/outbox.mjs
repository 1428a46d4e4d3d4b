import { runCommand } from "./command.mjs";

await runCommand("outbox", "lib/outbox/cli.ts", ({ outboxFromTerminal }) => outboxFromTerminal(process.argv.slice(2)));
