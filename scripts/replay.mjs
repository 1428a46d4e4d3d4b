import { runCommand } from "./command.mjs";

await runCommand("replay", "lib/stream/cli.ts", ({ replayFromTerminal }) => replayFromTerminal(process.argv.slice(2)));
