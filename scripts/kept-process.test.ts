// @module-tag promise
// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { KeptProcess } from "./kept-process.mjs";

type Plan = { failure?: string; livesMs?: number };

const directory = mkdtempSync(join(tmpdir(), "vang-kept-"));
process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
const program = join(directory, "role.mjs");
writeFileSync(
  program,
  `process.on("disconnect", () => process.exit());
process.on("message", ({ start, end }) => {
  if (end) process.exit();
  if (start.failure) return process.send({ failure: start.failure }, () => process.exit(1));
  process.send({ banner: "ready" }, () => {
    if (start.livesMs !== undefined) setTimeout(() => process.exit(1), start.livesMs);
  });
});`,
);

const started: KeptProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((kept) => kept.stop())));

/** A process that is started as `plans` say, one after the other, and keeps running after the last one. */
function keep(role: string, plans: (Plan | Error)[], stableMs = 60_000) {
  const seen = { starts: 0, states: [] as string[], pauses: [] as number[] };
  const kept: KeptProcess = new KeptProcess({
    role,
    program,
    pauses: { secondMs: 10, longestMs: 80, stableMs },
    describe() {
      const plan = plans[seen.starts++] ?? {};
      if (plan instanceof Error) throw plan;
      return { message: { start: plan } };
    },
    changed: () => seen.states.push(kept.serving ? "running" : "restarting"),
    log: { error: ({ pauseMs }: { pauseMs: number }) => seen.pauses.push(pauseMs) },
  });
  started.push(kept);
  return { kept, seen };
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test("a process that ends eight times in a row is started again each time, while the one beside it keeps running", async () => {
  const beside = keep("console", []);
  await beside.kept.start();
  const { kept, seen } = keep("worker", times(8, { livesMs: 0 }));
  await kept.start();
  await expect.poll(() => seen.states.length, { timeout: 10_000 }).toBe(17);
  expect(seen.states).toEqual([...times(8, ["running", "restarting"]).flat(), "running"]);
  expect(seen.pauses).toEqual([0, 10, 20, 40, 80, 80, 80, 80]);
  expect([kept.restarts, beside.kept.restarts]).toEqual([8, 0]);
  expect(beside.seen).toEqual({ starts: 1, states: ["running"], pauses: [] });
});

test("a process that fails while it starts again, or cannot even be started, is tried again until it serves", async () => {
  const failing = [...times(4, { failure: "no database" }), ...times(4, new Error("spawn ENOMEM"))];
  const { kept, seen } = keep("worker", [{ livesMs: 0 }, ...failing]);
  await kept.start();
  await expect.poll(() => seen.states.at(-1), { timeout: 10_000 }).toBe("restarting");
  await expect.poll(() => seen.states.at(-1), { timeout: 10_000 }).toBe("running");
  expect([seen.starts, seen.pauses]).toEqual([10, [0, 10, 20, 40, 80, 80, 80, 80, 80]]);
});

test("after a process has served long enough, the next pause is the first one again", async () => {
  const { kept, seen } = keep("worker", [...times(3, { livesMs: 0 }), { livesMs: 1500 }], 1000);
  await kept.start();
  await expect.poll(() => seen.pauses, { timeout: 10_000 }).toEqual([0, 10, 20, 0]);
});

test("a first start that fails says why and is not tried again", async () => {
  const { kept, seen } = keep("api", [{ failure: "PORT is not a number" }]);
  await expect(kept.start()).rejects.toThrow("PORT is not a number");
  await new Promise((done) => setTimeout(done, 300));
  expect(seen).toEqual({ starts: 1, states: [], pauses: [] });
});
