import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";

process.chdir(root);
await ensureInstalled();
const { buildModels } = await import("./bundle.mjs");
await buildModels();
process.env.VANG_DATA ??= join(root, ".data");
const { modelsFromTerminal } = await import(new URL("../.build/models.mjs", import.meta.url).href);
process.exitCode = await modelsFromTerminal(process.argv.slice(2));
