#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { load } from "./load.mjs";

const { run } = await load("src/cli.ts");
const { output, code } = run(process.argv.slice(2), () => readFileSync(0, "utf8"));
process.stdout.write(`${output}\n`);
process.exitCode = code;
