import { reencryptFromTerminal } from "@/lib/reencrypt/cli";

// `npm run reencrypt` as a process of its own, so that a test can kill it.
process.exitCode = await reencryptFromTerminal(process.argv.slice(2));
