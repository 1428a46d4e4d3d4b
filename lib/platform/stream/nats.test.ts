// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { streamContract } from "@/testing/contracts/stream";
import { canSync, hasNats, startNats } from "@/testing/harness/nats";
import { needs } from "@/testing/harness/needs";
import { publishMs } from "./budget";
import { requireDurableStream } from "./check-servers";
import { openNatsStream } from "./nats";
import { connectNats, streamName } from "./nats-connection";
import type { Delivered } from "./stream";

let nats: Awaited<ReturnType<typeof startNats>>;
const budgetMs = publishMs.nats;
const canMount = process.getuid?.() === 0 && process.platform === "linux";

beforeAll(async () => {
  if (hasNats) nats = await startNats();
});
afterAll(() => nats?.stop());
beforeEach(() => void vi.spyOn(log, "error").mockImplementation(() => undefined));
afterEach(() => {
  publishMs.nats = budgetMs;
});

const options = { batchSize: 10, leaseMs: 10_000 };
const soon = { timeout: 10_000, interval: 20 };

/** Publishes more than the server can store, then handles it. */
async function fillUp(own: Awaited<ReturnType<typeof startNats>>, makeRoom = async () => {}) {
  const stream = openNatsStream(own.servers);
  const taken: string[] = [];
  publishMs.nats = 1500;
  let code = "";
  for (let key = 0; code === "" && key < 200; key++)
    await stream.publish("full", { key: `k${key}`, payload: { text: "x".repeat(100_000) } }).then(
      () => taken.push(`k${key}`),
      (error) => (code = error.code),
    );
  expect(code).toBe("OVERLOADED");
  expect(taken.length).toBeGreaterThan(5);
  await makeRoom();
  const seen: string[] = [];
  stream.consume("full", options, async (events: Delivered<unknown>[]) => {
    seen.push(...events.map(({ key }) => key));
  });
  await vi.waitFor(() => expect(new Set(seen)).toEqual(new Set([...taken, ...seen])), soon);
  await vi.waitFor(async () => expect(await stream.lag("full")).toBe(0), soon);
  publishMs.nats = budgetMs;
  await stream.publish("full", { key: "after", payload: {} });
  await vi.waitFor(() => expect(seen).toContain("after"), soon);
  await stream.close();
}

describe.runIf(hasNats)("NATS", needs("nats-server"), () => {
  streamContract("the stream in NATS", (streamOptions) => openNatsStream(nats.servers, streamOptions));

  test("events published while the server is killed are each delivered, and a consumer goes on by itself", async () => {
    const [stream, other] = [openNatsStream(nats.servers), openNatsStream(nats.servers)];
    const seen = new Map<string, number>();
    other.consume("killed", options, async (events: Delivered<unknown>[]) => {
      for (const { key } of events) seen.set(key, (seen.get(key) ?? 0) + 1);
    });
    const keys = Array.from({ length: 120 }, (_, index) => `k${index}`);
    const publishing = keys.map(async (key, index) => {
      await sleep(index * 10);
      await stream.publish("killed", { key, payload: {} });
    });
    await sleep(400);
    await nats.kill();
    await sleep(300);
    await nats.restart();
    await Promise.all(publishing);
    await vi.waitFor(() => expect([...seen.keys()].sort()).toEqual(keys.toSorted()), soon);
    await vi.waitFor(async () => expect(await stream.lag("killed")).toBe(0), { ...soon, timeout: 20_000 });
    await Promise.all([stream.close(), other.close()]);
  });

  test("while the server is away publishing fails within its budget, and the event comes once at most", async () => {
    const stream = openNatsStream(nats.servers);
    await stream.publish("away", { key: "before", payload: {} });
    publishMs.nats = 1500;
    await nats.kill();
    const began = performance.now();
    const failed = await stream.publish("away", { key: "during", payload: {} }).catch((error) => error.code);
    expect([failed, performance.now() - began < 10_000]).toEqual(["OVERLOADED", true]);
    await nats.restart();
    publishMs.nats = budgetMs;
    await stream.publish("away", { key: "after", payload: {} });
    const seen: string[] = [];
    stream.consume("away", options, async (events: Delivered<unknown>[]) => {
      seen.push(...events.map(({ key }) => key));
    });
    await vi.waitFor(() => expect(seen).toContain("after"), soon);
    expect(seen.filter((key) => key !== "during")).toEqual(["before", "after"]);
    expect(seen.filter((key) => key === "during").length).toBeLessThan(2);
    await stream.close();
  });

  test("a server that stops for a moment keeps what was published meanwhile once", async () => {
    const stream = openNatsStream(nats.servers);
    await stream.publish("paused", { key: "first", payload: {} });
    nats.pause();
    const publishing = stream.publish("paused", { key: "a", payload: {} });
    await sleep(2500);
    nats.resume();
    expect(await publishing).toBe(true);
    const seen: string[] = [];
    stream.consume("paused", options, async (events: Delivered<unknown>[]) => {
      seen.push(...events.map(({ key }) => key));
    });
    await vi.waitFor(async () => expect(await stream.lag("paused")).toBe(0), soon);
    expect(seen).toEqual(["first", "a"]);
    await stream.close();
  });

  test("a full server rejects what it cannot store, keeps what it took, and takes more once that was handled", async () => {
    const own = await startNats({ store: "2MB" });
    await fillUp(own);
    await own.stop();
  });

  const fullDisk = "what a server with a full disk acknowledged is delivered once the disk has room and it runs again";
  test.runIf(canMount && canSync)(fullDisk, needs("root and nats-server 2.10"), async () => {
    const home = mkdtempSync(join(tmpdir(), "vang-full-"));
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", home]);
    const own = await startNats({ home, isSynced: true });
    try {
      await fillUp(own, async () => {
        spawnSync("mount", ["-o", "remount,size=64m", home]);
        await own.kill();
        await own.restart();
      });
    } finally {
      await own.stop();
      spawnSync("umount", [home]);
      rmSync(home, { recursive: true });
    }
  });

  test("a stream that another release made is brought up to date", async () => {
    const own = await startNats();
    const { nats: library, nc, jsm } = await connectNats(own.servers);
    await jsm.streams.delete(streamName);
    const { RetentionPolicy, StorageType, DiscardPolicy } = library;
    const former = { name: streamName, subjects: ["vang.*.*"], retention: RetentionPolicy.Workqueue };
    await jsm.streams.add({ ...former, storage: StorageType.File, discard: DiscardPolicy.Old });
    await nc.close();
    const opened = await connectNats(own.servers);
    expect((await opened.jsm.streams.info(streamName)).config).toMatchObject({
      max_msgs_per_subject: 1,
      discard: "new",
    });
    await opened.nc.close();
    await own.stop();
  });

  test("a server without JetStream, and none at all, are rejected at the start by name", async () => {
    const own = await startNats({ jetstream: false });
    await expect(requireDurableStream(own.servers, true)).rejects.toThrow(/STREAM_URL: no stream at 127.*JetStream/);
    await own.stop();
    await expect(requireDurableStream(own.servers, true)).rejects.toThrow(/STREAM_URL: no stream at 127/);
  });

  test("a server that does not sync each message is rejected, unless that is accepted", async () => {
    await requireDurableStream(nats.servers, true);
    const reason = canSync ? /lacks "sync_interval: always"/ : /cannot sync each message/;
    await expect(requireDurableStream(nats.servers, false)).rejects.toThrow(reason);
  });
});

test.runIf(canSync)("a server that syncs each message is accepted", needs("nats-server 2.10 or newer"), async () => {
  const own = await startNats({ isSynced: true });
  await requireDurableStream(own.servers, false);
  await expect(requireDurableStream({ ...own.servers, monitors: [] }, false)).rejects.toThrow(/add monitor=/);
  await own.stop();
});
