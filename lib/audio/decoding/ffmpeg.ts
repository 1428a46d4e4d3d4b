import "server-only";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  { program: "prlimit", options: ["--cpu=10", "--as=600000000", "--nofile=32", "--fsize=0", "--core=0"] },
  // A network of its own, in which there is nobody.
  { program: "unshare", options: ["--net"] },
  { program: "unshare", options: ["--user", "--map-root-user", "--net"] },
];

/** What may be decoded: a cover picture is nothing to us, and decoders of pictures break most. */
const decoders =
  "aac,aac_latm,adpcm_ima_wav,adpcm_ms,alac,flac,gsm_ms,libopus,libvorbis,mp3,mp3float,opus,pcm_alaw,pcm_f32le,pcm_f64le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24le,pcm_s32le,pcm_u8,vorbis";

let known: { prefix: string[]; isThere: boolean; directory: string } | undefined;

/** What confines a child on this machine, asked once. Without FFmpeg `isThere` is false. */
function confinement() {
  known ??= { prefix: findPrefix(), isThere: works(["ffmpeg", "-version"]), directory: makeEmptyDirectory() };
  return known;
}

function makeEmptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "vang-decode-"));
  process.once("exit", () => rmdirSync(directory));
  return directory;
}

function findPrefix(): string[] {
  const [limits, ...networks] = confines.map(({ program, options }) => [program, ...options]);
  const network = networks.find((prefix) => works([...prefix, "true"])) ?? [];
  return [...(limits && works([...limits, "true"]) ? limits : []), ...network];
}

const works = ([program = "", ...rest]: string[]) =>
  spawnSync(/* turbopackIgnore: true */ program, rest, { stdio: "ignore" }).status === 0;

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
  const only = ["-protocol_whitelist", "pipe", "-format_whitelist", demuxer, "-codec_whitelist", decoders];
  const input = [...only, "-f", demuxer];
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
  return spawn(/* turbopackIgnore: true */ program, rest, {
    cwd: confinement().directory,
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
