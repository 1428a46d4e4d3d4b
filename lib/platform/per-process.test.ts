import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { expect, test, vi } from "vitest";
import { parseEngineFile } from "@/lib/engines/config/parse";
import type { OpenAiEngine } from "@/lib/engines/providers/openai/schema";
import { writeEngine } from "@/testing/fakes/remote-engine";

/** What was divided while our modules loaded, and by which file. */
const { divided } = vi.hoisted(() => {
  process.env.VANG_API_PROCESSES = "2";
  return { divided: [] as { file: string; limit: number; part: number }[] };
});

vi.mock("./per-process", async (original) => {
  const { perProcess } = await original<typeof import("./per-process")>();
  return {
    perProcess(limit: number) {
      const file = /lib\/(?!per-process)[\w/-]+\.ts/.exec(new Error().stack ?? "")?.[0] ?? "";
      const part = perProcess(limit);
      divided.push({ file, limit, part });
      return part;
    },
  };
});

/** The rows of docs/reference/limits.md that are counted in memory, and which file divides each; of others the one process that counts them. */
const counted: Record<string, string> = {
  "Connections from all addresses": "lib/server/listen.ts",
  "Connections from one address (IPv6: /64)": "lib/server/listen.ts",
  "Running jobs, previews of how texts are read included": "lib/api/running-jobs.ts",
  "Bank notifications of one network (IPv4 /24, IPv6 /64) in a minute that are not verified":
    "lib/money/bank/notifications/receive-notification.ts",
  "Attempts in flight of a worker process": "worker",
  "Streams that clients of a key have open": "lib/api/send-speech.ts",
  "Requests at once to one server of a remote engine": "lib/engines/providers/openai/upstream.ts",
  "Threads of embedded engines": "lib/engines/pool.ts",
  "Files decoded at once": "lib/engines/decode-slots.ts",
  "Places of the test keys of all businesses together among decoders, threads and engines": "lib/engines/pool.ts",
  "Forms from one network (IPv4 /24, IPv6 /64) or account in a minute": "console",
  "Pages from one network or account in a minute, about 12 for each one that is opened": "console",
  "Pages rendered at once for clients without a session": "console",
  "Passwords hashed at once": "console",
  "Pictures: size, uploads of a person in an hour †, waiting": "console",
};

const pages = ["docs/reference/limits.md", "docs/reference/limits-console.md"]
  .map((page) => readFileSync(page, "utf8"))
  .join("\n");
const rows = [...pages.matchAll(/^\| (.*) \* \| (.*?) \|/gm)].map(([, name = "", value = ""]) => ({ name, value }));

test("every limit that the pages of limits mark with a * is known here", () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(counted));
});

test("with two API processes each has half of what docs/reference/limits.md says", async () => {
  const { occupancy } = await import("@/lib/api/running-jobs");
  const { openPublicServer } = await import("@/lib/server/listen");
  const { Upstream } = await import("@/lib/engines/providers/openai/upstream");
  for (const load of [
    () => import("@/lib/api/send-speech"),
    () => import("@/lib/money/bank/notifications/receive-notification"),
    () => import("@/lib/engines/decode-slots"),
    () => import("@/lib/engines/pool"),
  ])
    await load();
  expect(occupancy().places).toBe(128);
  expect(openPublicServer(() => undefined).maxConnections).toBe(5000);
  const { upstreams, timeouts } = parseEngineFile(writeEngine([{ url: "http://127.0.0.1:1" }]))
    .engines[0] as OpenAiEngine;
  expect(upstreams.map((upstream) => new Upstream(upstream, timeouts).settings.concurrency)).toEqual([8]);
  for (const { name, value } of rows) {
    const file = counted[name] as string;
    if (!file.startsWith("lib/")) continue;
    const limit = Number(/^[\d,]+/.exec(value)?.[0].replaceAll(",", "") ?? availableParallelism());
    expect(divided, name).toContainEqual({ file, limit, part: Math.max(1, Math.floor(limit / 2)) });
  }
});
