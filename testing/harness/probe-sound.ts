import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What FFmpeg finds in a file. Its silences of a second or so, in seconds. */
export function probeSound(name: string, bytes: Uint8Array) {
  const path = join(tmpdir(), name);
  writeFileSync(path, bytes);
  const run = (command: string, ...options: string[]) => spawnSync(command, options, { encoding: "utf8" });
  const said = run("ffprobe", "-v", "error", "-show_chapters", "-show_format", "-of", "json", path);
  const { chapters, format } = JSON.parse(said.stdout) as {
    chapters: { start_time: string; end_time: string; tags: { title: string } }[];
    format: { duration: string };
  };
  const detected = run("ffmpeg", "-hide_banner", "-i", path, "-af", "silencedetect=n=-50dB:d=0.8", "-f", "null", "-");
  return {
    duration: Number(format.duration),
    silences: [...detected.stderr.matchAll(/silence_duration: ([\d.]+)/g)].map(([, seconds]) => Number(seconds)),
    chapters: chapters.map(({ start_time, end_time, tags }) => [Number(start_time), Number(end_time), tags.title]),
  };
}
