import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CliError } from "./fail";
import { writeTo } from "./terminal";
import { say } from "./words";

/** The first of the programs that is installed. */
export function findProgram<Name extends string>(names: readonly Name[]): Name | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const isThere = (path: string) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  return names.find((name) => folders.some((folder) => endings.some((ending) => isThere(join(folder, name + ending)))));
}

/** Programs that play sound: what each is started with, and whether it reads a file instead of its stdin. */
const players = {
  ffplay: { args: ["-nodisp", "-autoexit", "-loglevel", "error", "-i", "-"], format: "mp3", plays: /mp3|wav|opus/ },
  play: { args: ["-q", "-t", "wav", "-"], format: "wav", plays: /wav/ },
  aplay: { args: ["-q", "-"], format: "wav", plays: /wav/ },
  afplay: { args: [], format: "mp3", plays: /mp3|wav/ },
} as const;

/** The player of this machine. Throws CliError without one. */
export function openPlayer() {
  const name = findProgram(Object.keys(players) as (keyof typeof players)[]);
  if (!name) throw new CliError(say("cli.noPlayer", { players: Object.keys(players).join(", ") }));
  const { args, format, plays } = players[name];
  return {
    name,
    format,
    plays: (wanted: string) => plays.test(wanted),
    start: (signal: AbortSignal) => (name === "afplay" ? playFile(name, signal) : playStream(name, args, signal)),
  };
}

/** Plays what is written to it, as it comes. */
function playStream(name: string, args: readonly string[], signal: AbortSignal) {
  const child = spawn(name, args, { stdio: ["pipe", "ignore", "inherit"], signal });
  const closed = once(child, "close");
  closed.catch(() => undefined);
  // A player that was closed takes no more.
  child.stdin.on("error", () => undefined);
  return {
    write: (chunk: Uint8Array) => Promise.race([writeTo(child.stdin, chunk), closed]),
    stop: () => child.kill(),
    async ended() {
      child.stdin.end();
      const [code] = await closed;
      if (code !== 0) throw new CliError(say("cli.playerFailed", { player: name, code: String(code) }));
    },
  };
}

/** Plays a whole file, for a program that reads no stdin. */
function playFile(name: string, signal: AbortSignal) {
  const chunks: Uint8Array[] = [];
  return {
    write: async (chunk: Uint8Array) => void chunks.push(chunk),
    stop: () => undefined,
    async ended() {
      const folder = mkdtempSync(join(tmpdir(), "vang-"));
      try {
        const file = join(folder, "speech");
        writeFileSync(file, Buffer.concat(chunks));
        await once(spawn(name, [file], { stdio: "ignore", signal }), "close");
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
