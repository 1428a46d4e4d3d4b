import "server-only";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type AudioContainer, inputNames } from "@/lib/engines/audio/formats";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { giveWay } from "@/lib/platform/priority";

/** FFmpeg's only allowed demuxer for each container. */
const demuxers: Record<AudioContainer, string> = {
  wav: "wav",
  mp3: "mp3",
  flac: "flac",
  ogg: "ogg",
  mp4: "mov",
  aac: "aac",
  webm: "matroska",
  aiff: "aiff",
  caf: "caf",
  amr: "amr",
  wma: "asf",
};

type SandboxLayer = "limits" | "network" | "user";

const usualCpu = "--cpu=10";

/** The sandbox layers in the order they are applied; of two alternatives the first that works is used. */
const ways: { wall: SandboxLayer; prefix: string[] }[] = [
  // Limits CPU seconds, address space, open files and file size, and disables core dumps. The files it opens itself are
  // its libraries.
  { wall: "limits", prefix: ["prlimit", usualCpu, "--as=600000000", "--nofile=32", "--fsize=0", "--core=0"] },
  // A network namespace without connections.
  { wall: "network", prefix: ["unshare", "--net"] },
  // When Vang runs as root, the decoder must not be able to read our secrets and all audio. 65534 is not used, since it
  // is the user of the embedded database.
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

/** The allowed decoders. Cover pictures are not decoded: most vulnerabilities are in image decoders. */
const decoders = [
  "aac,aac_latm,ac3,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,adpcm_yamaha,alac,amrnb,amrwb,eac3,flac,g726,gsm_ms,libopus,libspeex,libvorbis",
  "mp1,mp1float,mp2,mp2float,mp3,mp3float,opus,pcm_alaw,pcm_f32be,pcm_f32le,pcm_f64be,pcm_f64le,pcm_mulaw,pcm_s16be",
  "pcm_s16le,pcm_s24be,pcm_s24le,pcm_s32be,pcm_s32le,pcm_s8,pcm_u8,speex,vorbis,wmapro,wmav1,wmav2,wmavoice",
].join();

type Confinement = { prefix: string[]; missing: SandboxLayer[]; isThere: boolean; directory: string };

let known: Confinement | undefined;

/** The layers that this machine supports, determined once. `isThere` is false when FFmpeg is missing or not allowed. */
function confinement(): Confinement {
  known ??= findConfinement();
  return known;
}

function findConfinement(): Confinement {
  const missing = new Set<SandboxLayer>(["limits", "network"]);
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

/** Whether FFmpeg exists and can be sandboxed as VANG_DECODER_SANDBOX requires. */
export const hasFfmpeg = (): boolean => confinement().isThere;

/** Logs, in one warning, what this machine lacks to decode uploads, and which uploads are taken therefore. */
export function reportConfinement(): void {
  const { missing, isThere } = confinement();
  const onlyPlain = `only ${inputNames.plain} is taken as an upload`;
  if (missing.length > 0) {
    const consequence = isThere ? "uploads are decoded all the same" : onlyPlain;
    log.warn({ missing }, `the decoder of uploads is not fully confined: ${consequence}`);
  } else if (!isThere) log.warn(`FFmpeg is not installed or cannot be run: ${onlyPlain}`);
}

type FfmpegOptions = {
  source: Readable;
  sampleRate: number;
  maxSeconds: number;
  channels: 1 | 2 | "all";
  /** Kills the decoder. */
  signal: AbortSignal;
  /** A decoder that still runs then hangs, and is killed. */
  longestMs?: number;
  /** The processor time that it may use, if that is not the default. */
  cpuSeconds?: number;
  /** The input comes while it is spoken: what it is decoded to is written at once. */
  isLive?: boolean;
  /** No client waits for it. */
  isBackground?: boolean;
};

export type Decoding = {
  output: Readable;
  /** The exit code; null, or another than 0, for a decoder that was killed or could not be started. */
  closed: Promise<number | null>;
  /** Ends it in any case, and must be called. */
  end(): void;
};

/**
 * For untrusted input: it reads only its stdin, with one demuxer and no other protocol, and writes 16-bit samples: raw,
 * or, when `channels` is "all", as a WAV file with the channels that the input has. Where the machine supports it, it has no network access, no write access, and no permission to read our files.
 */
export function startFfmpeg(
  container: AudioContainer,
  { source, sampleRate, maxSeconds, channels, signal, longestMs, cpuSeconds, isLive, isBackground }: FfmpegOptions,
): Decoding {
  const demuxer = demuxers[container];
  const only = ["-protocol_whitelist", "pipe", "-format_whitelist", demuxer, "-codec_whitelist", decoders];
  const input = [...only, "-f", demuxer];
  const options = demuxer === "mov" ? ["-enable_drefs", "0", "-use_absolute_path", "0"] : [];
  const soon = isLive ? ["-probesize", "4096", "-analyzeduration", "0", "-fflags", "nobuffer"] : [];
  const quiet = ["-nostdin", "-hide_banner", "-loglevel", "error", "-threads", "1"];
  const output = ["-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-t", String(maxSeconds + 1)];
  const form = channels === "all" ? ["-c:a", "pcm_s16le", "-f", "wav"] : ["-ac", String(channels), "-f", "s16le"];
  const raw = ["-ar", String(sampleRate), "-threads", "1", ...(isLive ? ["-flush_packets", "1"] : []), ...form];
  const [program = "", ...rest] = [
    ...confinement().prefix.map((word) => (word === usualCpu && cpuSeconds ? `--cpu=${cpuSeconds}` : word)),
    "ffmpeg",
    ...quiet,
    ...input,
    ...options,
    ...soon,
    "-i",
    "pipe:0",
    ...output,
    ...raw,
    "pipe:1",
  ];
  const child = spawn(/* turbopackIgnore: true */ program, rest, {
    cwd: confinement().directory,
    env: { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  if (isBackground) giveWay(child.pid);
  const stop = () => kill(child);
  const timer = longestMs === undefined ? undefined : setTimeout(stop, longestMs);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  // A process that cannot be started closes without an exit code.
  child.on("error", () => undefined);
  const closed = new Promise<number | null>((done) => child.once("close", done));
  // A decoder that has enough input, or rejects it, closes its stdin early, which is no error.
  pipeline(source, child.stdin).catch(() => undefined);
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    stop();
  };
  return { output: child.stdout, closed, end };
}

/** Kills the process and all that it may have started. */
export function kill({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}
