import { runCommand } from "./command.mjs";

await runCommand("books", "lib/wallet/cli.ts", ({ booksFromTerminal }) => booksFromTerminal(process.argv.slice(2)));
