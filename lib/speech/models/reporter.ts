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
  const begun = performance.now();
  let last = 0;
  return (progress) => {
    const now = performance.now();
    const isProgress = progress.event === "progress";
    if (isProgress && now - last < seconds(asJson ? 1 : 0.1)) return;
    if (isProgress) last = now;
    if (asJson) output.write(`${JSON.stringify(progress)}\n`);
    else
      output.write(
        isProgress ? bar(progress, now - begun) : `\r\u001b[K${progress.model}: ${sentences[progress.event]}\n`,
      );
  };
}

function bar({ model, bytes, total }: Progress & { event: "progress" }, elapsedMs: number): string {
  const percent = String(Math.min(100, Math.floor((100 * bytes) / total))).padStart(3);
  const speed = megabytes((bytes / Math.max(1, elapsedMs)) * 1000);
  return `\r\u001b[K${model}: ${percent} %  ${megabytes(bytes)} of ${megabytes(total)} MB  ${speed} MB/s`;
}
