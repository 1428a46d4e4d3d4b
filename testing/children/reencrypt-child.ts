import { operateFromTerminal } from "@/lib/operator/cli";

// `npm run reencrypt` as a process of its own, so that a test can kill it.
process.exitCode = await operateFromTerminal(["encryption", "reencrypt", ...process.argv.slice(2)]);
