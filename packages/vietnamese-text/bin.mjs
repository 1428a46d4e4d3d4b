#!/usr/bin/env node
import { load } from "./load.mjs";

const { run } = await load("src/cli.ts");
const { output, code } = run(process.argv.slice(2));
process.stdout.write(`${output}\n`);
process.exitCode = code;
