import { once } from "node:events";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "undici";

type Frame = { functionName: string; url: string; lineNumber: number; columnNumber: number };
type Profile = { nodes: { id: number; callFrame: Frame }[]; samples: number[]; timeDeltas: number[] };

type Inspected = { pid: number; inspectPort: number };

/** What the main thread of a process did during `work`, as V8 samples it: the process must have `--inspect-port`. */
export async function profileOf({ pid, inspectPort }: Inspected, work: () => Promise<unknown>): Promise<Profile> {
  process.kill(pid, "SIGUSR1");
  const inspector = new WebSocket(await addressAt(inspectPort));
  await once(inspector, "open");
  let last = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ profile: Profile }>((done) => {
      const id = ++last;
      inspector.addEventListener("message", ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id === id) done(answer.result);
      });
      inspector.send(JSON.stringify({ id, method, params }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: 500 });
  await ask("Profiler.start");
  await work();
  const { profile } = await ask("Profiler.stop");
  inspector.close();
  return profile;
}

async function addressAt(port: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    if (answer) return ((await answer.json()) as { webSocketDebuggerUrl: string }[])[0]?.webSocketDebuggerUrl ?? "";
    await sleep(50);
  }
  throw new Error("The process cannot be inspected.");
}

/** Milliseconds of a profile by the part of the program that ran itself: a folder, a package, or a module of Node. */
export function byPart({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const maps = new Map<string, SourceMap | null>();
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partOfFrame(callFrame, maps)]));
  const sums = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf.get(id) ?? "?";
    sums.set(part, (sums.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return sums;
}

function partOfFrame(
  { functionName, url, lineNumber, columnNumber }: Frame,
  maps: Map<string, SourceMap | null>,
): string {
  if (!url) return functionName.startsWith("(") ? functionName : `native ${functionName}`;
  if (url.startsWith("node:")) return url;
  const path = url.replace(/^file:\/\//, "");
  if (!maps.has(path)) maps.set(path, readMap(path));
  const entry = maps.get(path)?.findEntry(lineNumber, columnNumber);
  return folderOf(entry && "originalSource" in entry ? entry.originalSource : path);
}

const readMap = (path: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
  } catch {
    return null;
  }
};

/** `lib/platform/objects`, `packages/vietnamese-text`, or the name of a package of others. */
function folderOf(source: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules\/)/.exec(source) ?? [];
  if (name) return name;
  const [, ours] = /((?:lib|packages)\/[^/]+(?:\/[^/]+(?=\/))?)/.exec(source) ?? [];
  return ours ?? source.split("/").slice(-1)[0] ?? source;
}
