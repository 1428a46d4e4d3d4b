import { ensureInstalled, root } from "./install.mjs";
import { ensureProgram } from "./program.mjs";

process.chdir(root);
await ensureInstalled();
ensureProgram({ command: "ffmpeg", versionFlag: "-version", name: "FFmpeg", aptPackage: "ffmpeg" });
const { buildCommand } = await import("./bundle.mjs");
await buildCommand("loudness", "lib/engines/providers/espeak/measure-gains.ts");
await import(new URL("../.build/loudness.mjs", import.meta.url).href);
