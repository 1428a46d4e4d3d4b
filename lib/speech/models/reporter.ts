import { seconds } from "@/lib/clock";
import type { Progress } from "./install";

const sentences = {
  waiting: "another command works on it; waiting",
  fetching: "fetching",
  trying: "verified; running it once",
  ready: "ready",
  present: "is ready already",
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

/**
 * Tells a person how far it is, on one line that changes; or a program, on a line of JSON for each event and one a
 * second in between.
 */
export function makeReporter(output: NodeJS.WriteStream, asJson = !output.isTTY): (progress: Progress) => void {
  let told = Number.NEGATIVE_INFINITY;
  let begun = { at: 0, bytes: 0 };
  return (progress) => {
    const at = performance.now();
    if (progress.event === "progress") {
      if (begun.at === 0) begun = { at, bytes: progress.bytes };
      if (at - told < seconds(asJson ? 1 : 0.1)) return;
      told = at;
    } else begun = { at: 0, bytes: 0 };
    if (asJson) output.write(`${JSON.stringify(progress)}\n`);
    else if (progress.event === "progress") output.write(line(progress, speedSince(begun, at, progress.bytes)));
    else output.write(`${clear}${progress.model}: ${sentences[progress.event]}\n`);
  };
}

const clear = "\r\u001b[K";

/** Megabytes a second. */
const speedSince = (begun: { at: number; bytes: number }, at: number, bytes: number) =>
  megabytes(((bytes - begun.bytes) / Math.max(1, at - begun.at)) * 1000);

function line({ model, bytes, total }: Progress & { event: "progress" }, speed: string): string {
  const percent = String(Math.min(100, Math.floor((100 * bytes) / total))).padStart(3);
  return `${clear}${model}: ${percent} %  ${megabytes(bytes)} of ${megabytes(total)} MB  ${speed} MB/s`;
}
