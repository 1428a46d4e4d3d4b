import "server-only";
import { spawnSync } from "node:child_process";

let isThere: boolean | undefined;

/** Whether this machine has an FFmpeg with both encoders, determined once. */
export function hasFfmpegEncoders(): boolean {
  isThere ??= findEncoders();
  return isThere;
}

function findEncoders(): boolean {
  const { stdout } = spawnSync(/* turbopackIgnore: true */ "ffmpeg", ["-hide_banner", "-encoders"], {
    encoding: "utf8",
  });
  return / aac /.test(stdout ?? "") && / flac /.test(stdout ?? "");
}
