import { serve } from "@/server";

// The server of the public API as a process of its own, on PORT, which it prints on its first line. SIGTERM stops it.
const { close } = await serve({ seed: false });
process.stdout.write(`${process.env.PORT}\n`);
process.on("SIGTERM", () => void close().then(() => process.exit(0)));
