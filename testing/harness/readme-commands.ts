import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

/** The README's curl commands in order, each with the response printed after it, if any. */
export const listReadmeCommands = (): { command: string; response?: string }[] =>
  [...readFileSync("README.md", "utf8").matchAll(/```sh\n(.*?)```(?:\s*```json\n(.*?)```)?/gs)]
    .map(([, command = "", response]) => ({ command, response }))
    .filter(({ command }) => command.includes("curl"));

type Place = { url: string; key: string; directory: string; path?: string };

/** Runs a command as printed, with the server's URL replaced, and returns its output. */
export async function runPrinted(command: string, { url, key, directory, path }: Place): Promise<string> {
  const here = command.replaceAll("http://localhost:3000", url);
  const env = { ...process.env, VANG_API_KEY: key, PATH: path ?? process.env.PATH };
  return (await promisify(execFile)("sh", ["-ec", here], { cwd: directory, env })).stdout;
}
