import "server-only";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import type { AudioContainer } from "../sniff";

/** FFmpeg's name of the one reader that may look at a container of this kind. */
const demuxers: Record<AudioContainer, string> = {
  wav: "wav",
  mp3: "mp3",
  flac: "flac",
  ogg: "ogg",
  mp4: "mov",
  aac: "aac",
  webm: "matroska",
};

const confines: { program: string; options: string[] }[] = [
  // Processor seconds, address space, open files, no file written, no core. What it opens itself are its libraries.
  { program: "prlimit", options: ["--cpu=60", "--as=1500000000", "--nofile=32", "--fsize=0", "--core=0"] },
  // A network of its own, in which there is nobody.
  { program: "unshare", options: ["--net"] },
  { program: "unshare", options: ["--user", "--map-root-user", "--net"] },
];

let known: { prefix: string[]; isThere: boolean } | undefined;

/** What confines a child on this machine, asked once. Without FFmpeg `isThere` is false. */
function confinement() {
  known ??= { prefix: findPrefix(), isThere: works(["ffmpeg", "-version"]) };
  return known;
}

function findPrefix(): string[] {
  const [limits, ...networks] = confines.map(({ program, options }) => [program, ...options]);
  const network = networks.find((prefix) => works([...prefix, "true"])) ?? [];
  return [...(limits && works([...limits, "true"]) ? limits : []), ...network];
}

const works = ([program = "", ...rest]: string[]) => spawnSync(program, rest, { stdio: "ignore" }).status === 0;

export const hasFfmpeg = (): boolean => confinement().isThere;

/** For tests: forgets what this machine can do. */
export const forgetConfinement = (): void => {
  known = undefined;
};

/**
 * A decoder for hostile input: it reads only what it is given by pipe, with the one demuxer, and gives raw samples of
 * 16 bits, mono. No other protocol is compiled into what it may open, it has no network, no file to write and no
 * environment.
 */
export function startFfmpeg(
  container: AudioContainer,
  { sampleRate, maxSeconds }: { sampleRate: number; maxSeconds: number },
): ChildProcess {
  const demuxer = demuxers[container];
  const input = ["-protocol_whitelist", "pipe", "-format_whitelist", demuxer, "-f", demuxer];
  const options = demuxer === "mov" ? ["-enable_drefs", "0", "-use_absolute_path", "0"] : [];
  const quiet = ["-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1"];
  const output = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-t", String(maxSeconds + 1)];
  const raw = ["-ac", "1", "-ar", String(sampleRate), "-threads", "1", "-f", "s16le", "pipe:1"];
  const [program = "", ...rest] = [
    ...confinement().prefix,
    "ffmpeg",
    ...quiet,
    ...input,
    ...options,
    "-i",
    "pipe:0",
    ...output,
    ...raw,
  ];
  return spawn(program, rest, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
}

/** Ends the child and whatever it may have started. */
export function kill({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
