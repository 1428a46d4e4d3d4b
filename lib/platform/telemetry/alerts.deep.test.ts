import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hours, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { emailKind } from "@/lib/platform/mail/post";
import { enqueue } from "@/lib/platform/outbox/enqueue";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { openDatabaseLink } from "@/testing/fakes/database-link";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { type Behavior, sendJson, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { bankReports } from "@/testing/harness/bank-books";
import { newDataDirectory, type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { plantBalance } from "@/testing/harness/plant-balance";
import { checkAlerts, promtool, type Recording, record, withValue } from "@/testing/harness/record-alerts";
import { killRole, rolePids } from "@/testing/harness/role-processes";
import { scrape } from "@/testing/harness/scrape";

// Each fault is recorded from an installation that runs. Only the full disk is written by hand, into what was recorded.

const clients = 16;
const before = 12;
const during = 24;
const recordings: Recording[] = [];
let engine: Awaited<ReturnType<typeof startSpeechServer>>;
let link: Awaited<ReturnType<typeof openDatabaseLink>>;
let server: OwnServer;
let port: number;
let keys: string[];
/** How many clients send requests one after the other. */
let active = 0;
let isOn = true;
let traffic: Promise<unknown>;
let killing: NodeJS.Timeout;

const slow =
  (ms: number): Behavior =>
  async (seen, response) => {
    if (seen.path === "/v1/audio/speech") await sleep(ms);
    return well(seen, response);
  };

async function speak(key: string): Promise<void> {
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  await fetch(`${server.url}/tts`, { method: "POST", headers, body })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

async function runClient(key: string, index: number): Promise<void> {
  while (isOn) {
    if (index < active) await speak(key);
    await sleep(600);
  }
}

beforeAll(async () => {
  engine = await startSpeechServer({ remembers: false });
  link = await openDatabaseLink(process.env.DATABASE_URL ?? "");
  port = await freePort();
  const data = newDataDirectory();
  const options = { upstream: { concurrency: 20 }, timeouts: { firstByteMs: seconds(25) } };
  writeFileSync(join(data, "engines.json"), writeEngine([engine], options));
  server = await startOwnServer({
    DATABASE_URL: link.url,
    VANG_DATA: data,
    VANG_METRICS: `127.0.0.1:${port}`,
    VANG_API_PROCESSES: "1",
    VANG_API_CONCURRENCY: "10",
    LOG_LEVEL: "error",
  });
  const make = async () => makeKey(await makeMember({ creditMilli: 1_000_000_000n }));
  keys = await Promise.all(Array.from({ length: clients }, make));
  traffic = Promise.all(keys.map(runClient));
});
afterAll(async () => {
  isOn = false;
  await traffic;
  if (server.process.exitCode === null) server.process.kill("SIGTERM");
  await server.ended;
  await link.close();
  await engine.close();
});

const readSeries = async (series: string) => (await scrape(port)).get(series);
const becomes = (series: string, value: unknown) =>
  expect.poll(() => readSeries(series).catch(() => undefined), { timeout: minutes(3), interval: 500 }).toEqual(value);

async function isWell(): Promise<void> {
  active = 3;
  await becomes('vang_processes{role="worker"}', 1);
  await becomes("vang_database_up", 1);
  await becomes('vang_engine_circuits_open{engine="remote"}', 0);
  await becomes('vang_engine_healthy{engine="remote"}', 1);
  await becomes("vang_books_differences", 0);
  await becomes("vang_stream_lag_seconds", expect.any(Number));
  await expect.poll(() => readSeries("vang_stream_lag_seconds"), { timeout: minutes(1) }).toBeLessThan(5);
  await sleep(seconds(3));
}

type Fault = {
  fires: readonly string[];
  begin(): Promise<unknown>;
  end?(): Promise<unknown>;
  samples?: number;
  everyMs?: number;
};

/** Records an installation that is well, then the same in a fault. */
async function play(name: string, { fires, begin, end, samples = during, everyMs = 500 }: Fault): Promise<void> {
  await isWell();
  const calm = await record(port, before, everyMs);
  await begin();
  const fault = await record(port, samples, everyMs);
  await end?.();
  // The machine of the test may have little room itself.
  const [one, two] = [calm, fault].map((part) => withValue(part, "vang_data_free_ratio", 0.5));
  const recording = { name, before: one ?? [], during: two ?? [], fires };
  expect(checkAlerts([recording])).toContain("SUCCESS");
  recordings.push(recording);
}

const behave = (behavior: Behavior) => async () => engine.behave(behavior);

test("an engine that answers every request with an error", () =>
  play("engine", {
    fires: ["VangEngineFails", "VangRequestsFail"],
    begin: behave((_, response) => sendJson(response, 500, { error: { message: "broken" } })),
    end: behave(well),
  }));

test("an engine that takes six seconds", () =>
  play("slow", {
    fires: ["VangSpeechSlow"],
    async begin() {
      engine.behave(slow(seconds(6)));
      active = 6;
    },
    end: behave(well),
    // Some of the six end in any five scrapes.
    everyMs: 2000,
  }));

test("more jobs than there is room for", () =>
  play("overload", {
    fires: ["VangOverloaded", "VangRequestsFail"],
    async begin() {
      engine.behave(slow(seconds(3)));
      active = clients;
      await sleep(seconds(3));
    },
    async end() {
      engine.behave(well);
      active = 0;
      await sleep(seconds(4));
    },
  }));

const stopWorker = () => process.kill(rolePids(server, "worker")[0] ?? 0, "SIGSTOP");
const continueWorker = async () => process.kill(rolePids(server, "worker")[0] ?? 0, "SIGCONT");

test("a worker that stands still, and jobs that wait for it", () =>
  play("stream", {
    fires: ["VangJobsNotRecorded"],
    async begin() {
      stopWorker();
      await expect.poll(() => db.streamMessage.count()).toBeGreaterThan(0);
      await db.$executeRaw`UPDATE stream_messages SET created_at = created_at - interval '2 minutes'`;
    },
    end: continueWorker,
  }));

test("email that waits for a worker", () =>
  play("outbox", {
    fires: ["VangMessagesWait"],
    async begin() {
      active = 0;
      await sleep(seconds(2));
      stopWorker();
      const mail = { to: "an@example.com", subject: "Chào", text: "Chào", html: "<p>Chào</p>" };
      await db.$transaction((tx) => enqueue(tx, emailKind, { target: "example.com", payload: mail }));
      await db.$executeRaw`UPDATE outbox_messages SET due_at = due_at - interval '10 minutes'`;
    },
    end: continueWorker,
  }));

test("a balance that was changed by hand", () =>
  play("books", {
    fires: ["VangBooksDiffer"],
    async begin() {
      await plantBalance("id = 'acc_bank' AND $2 = $2", "", 1000n);
      await expect
        .poll(() => readSeries("vang_books_differences"), { timeout: minutes(2), interval: 1000 })
        .toBeGreaterThan(0);
    },
    end: () => plantBalance("id = 'acc_bank' AND $2 = $2", "", -1000n),
  }));

test("a bank transfer without an order, of five hours ago", () =>
  play("payment", {
    fires: ["VangPaymentsWait"],
    begin: () => bankReports({ occurredAt: new Date(Date.now() - hours(5)) }),
    end: () => db.bankTransfer.updateMany({ where: { status: "unmatched" }, data: { status: "own" } }),
  }));

test("a database that is away", () =>
  play("database", {
    fires: ["VangDatabaseAway", "VangRequestsFail"],
    begin: async () => link.set("cut"),
    end: async () => link.set("whole"),
  }));

test("a worker that is killed again and again", () =>
  play("process", {
    fires: ["VangProcessFails"],
    async begin() {
      killing = setInterval(() => killRole(server, "worker"), 200);
    },
    end: async () => clearInterval(killing),
  }));

test("a disk that is full", () => {
  const [{ before: calm } = { before: [] }] = recordings;
  const full = withValue([...calm, ...calm], "vang_data_free_ratio", 0.05);
  const recording = { name: "disk", before: calm, during: full, fires: ["VangDiskFull"] };
  expect(checkAlerts([recording])).toContain("SUCCESS");
  recordings.push(recording);
});

test("a long job that does not get on", () => {
  const [{ before: calm } = { before: [] }] = recordings;
  const stuck = withValue([...calm, ...calm], "vang_long_jobs_stuck", 1);
  const recording = { name: "long-jobs", before: calm, during: stuck, fires: ["VangLongJobsStuck"] };
  expect(checkAlerts([recording])).toContain("SUCCESS");
  recordings.push(recording);
});

test("an installation that has ended", () =>
  play("down", {
    fires: ["VangDown"],
    async begin() {
      server.process.kill("SIGTERM");
      await server.ended;
    },
  }));

test("each of the thirteen alerts has fired in a fault, and a missing one is noticed", () => {
  const names = [...readFileSync("docs/operate/observing/alerts.yml", "utf8").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(recordings.flatMap(({ fires }) => fires))].sort()).toEqual(names.sort());
  const [first] = recordings;
  expect(() => checkAlerts(first ? [{ ...first, fires: [] }] : [])).toThrow(/VangEngineFails/);
});

test("Prometheus reads the rules, and every expression of the board", () => {
  expect(promtool("check", "rules", "docs/operate/observing/alerts.yml")).toContain("13 rules found");
  const { panels } = JSON.parse(readFileSync("docs/operate/observing/board.json", "utf8")) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const rules = expressions.map((expr, index) => ({
    record: `board:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m"),
  }));
  const file = join(newDataDirectory(), "board.yml");
  writeFileSync(file, JSON.stringify({ groups: [{ name: "board", rules }] }));
  expect(promtool("check", "rules", file)).toContain(`${rules.length} rules found`);
});
