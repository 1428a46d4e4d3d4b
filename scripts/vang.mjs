import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, root } from "./install.mjs";

// npm run vang: the command-line program of this checkout, which users get from their installation. It needs only an API
// key, no database.
await ensureInstalled();
const { buildProgram } = await import("../packages/cli/build.mjs");
const program = join(root, ".build/cli/vang.mjs");
await buildProgram(program);
process.env.VANG_BASE_URL ??= process.env.VANG_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;
await import(pathToFileURL(program).href);
