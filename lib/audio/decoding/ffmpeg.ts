import "server-only";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
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

type Wall = "limits" | "network" | "user";

/** What stands between a decoder and the machine, in the order it is put up; of two ways the first that works counts. */
const ways: { wall: Wall; prefix: string[] }[] = [
  // Processor seconds, address space, open files, no file written, no core. What it opens itself are its libraries.
  { wall: "limits", prefix: ["prlimit", "--cpu=10", "--as=600000000", "--nofile=32", "--fsize=0", "--core=0"] },
  // A network of its own, in which there is nobody.
  { wall: "network", prefix: ["unshare", "--net"] },
  // A user of its own, for where Vang runs as root: root may read our secrets and everybody's audio, and 65534 is the
  // user of the embedded database.
  {
    wall: "user",
    prefix: [
      "setpriv",
      "--reuid=65533",
      "--regid=65533",
      "--clear-groups",
      "--no-new-privs",
      "--inh-caps=-all",
      "--bounding-set=-all",
    ],
  },
  { wall: "network", prefix: ["unshare", "--user", "--map-root-user", "--net"] },
];

/** What may be decoded: a cover picture is nothing to us, and decoders of pictures break most. */
const decoders =
  "aac,aac_latm,adpcm_ima_wav,adpcm_ms,alac,flac,gsm_ms,libopus,libvorbis,mp3,mp3float,opus,pcm_alaw,pcm_f32le,pcm_f64le,pcm_mulaw,pcm_s16be,pcm_s16le,pcm_s24le,pcm_s32le,pcm_u8,vorbis";

type Confinement = { prefix: string[]; missing: Wall[]; isThere: boolean; directory: string };

let known: Confinement | undefined;

/** What confines a child on this machine, asked once. `isThere` is false where FFmpeg is not, or may not run. */
function confinement(): Confinement {
  known ??= findConfinement();
  return known;
}

function findConfinement(): Confinement {
  const missing = new Set<Wall>(["limits", "network"]);
  if (process.getuid?.() === 0) missing.add("user");
  let prefix: string[] = [];
  for (const way of ways) {
    const longer = [...prefix, ...way.prefix];
    if (!missing.has(way.wall) || !works([...longer, "true"])) continue;
    prefix = longer;
    missing.delete(way.wall);
  }
  const isAllowed = missing.size === 0 || env.VANG_DECODER_SANDBOX === "preferred";
  const isThere = isAllowed && works([...prefix, "ffmpeg", "-version"]);
  return { prefix, missing: [...missing], isThere, directory: makeEmptyDirectory() };
}

function makeEmptyDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "vang-decode-"));
  process.once("exit", () => rmdirSync(directory));
  return directory;
}

const works = ([program = "", ...rest]: string[]) =>
  spawnSync(/* turbopackIgnore: true */ program, rest, { stdio: "ignore" }).status === 0;

/** Whether there is an FFmpeg, as confined as VANG_DECODER_SANDBOX asks. */
export const hasFfmpeg = (): boolean => confinement().isThere;

/** Says in the log what this machine does not let us put between a decoder and itself. */
export function reportConfinement(): void {
  if (env.VANG_DECODE_UNCONFINED) {
    const setting = `VANG_DECODER_SANDBOX=${env.VANG_DECODER_SANDBOX}`;
    log.warn(`VANG_DECODE_UNCONFINED will be removed in the next release: set ${setting} instead`);
  }
  const { missing, isThere } = confinement();
  if (missing.length === 0) return;
  const consequence = isThere ? "uploads are decoded all the same" : "no upload but plain WAV is taken";
  log.warn({ missing }, `the decoder of uploads is not fully confined: ${consequence}`);
}

/**
 * A decoder for hostile input: it reads only what it is given by pipe, with the one demuxer, and gives raw samples of
 * 16 bits, mono. No other protocol is compiled into what it may open. Where the machine allows it, it has no network, no
 * file to write and no right of ours to read one.
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
