// @module-tag promise
// @module-tag slow
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/people/account/password";
import { db } from "@/lib/platform/db";
import { definitions } from "@/lib/platform/telemetry/definitions";
import { makeKey, makeMember, makeUser } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { startTraceCollector } from "@/testing/fakes/trace-collector";
import { builtActions, callAction } from "@/testing/harness/console-walk";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { killRole, rolePids } from "@/testing/harness/role-processes";
import { metricOf, scrape } from "@/testing/harness/scrape";

// A busy machine takes a minute to start a server and to show its first page.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let server: OwnServer;
let key: string;
let metricsPort: number;
let collector: Awaited<ReturnType<typeof startTraceCollector>>;

beforeAll(async () => {
  collector = await startTraceCollector();
  metricsPort = await freePort();
  server = await startOwnServer({
    LOG_LEVEL: "error",
    VANG_METRICS: `127.0.0.1:${metricsPort}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  key = await makeKey(await makeMember({ creditMilli: 100_000_000n }));
});
afterAll(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
  await collector.close();
});

const page = () => fetch(`${server.url}/sign-in`, { headers: { accept: "text/html" } });
/** How many processes of a role serve, and how often they have ended by themselves. */
const stateOf = async (role: string, port = metricsPort) => {
  const found = await scrape(port);
  return ["vang_processes", "vang_process_restarts_total"].map((metric) => found.get(`${metric}{role="${role}"}`));
};

/** Requests without a pause until `stop`, each lane on a kept connection or on a fresh one for each request. */
function pollHealth(path: string, headers: Record<string, string> = {}) {
  const outcomes: (number | string)[] = [];
  let isOn = true;
  const kept = new Agent({ keepAlive: true });
  const ask = (agent: Agent) =>
    new Promise<number | string>((done) => {
      const request = get(server.url + path, { agent, headers }, (response) => {
        response.resume().on("end", () => done(response.statusCode ?? 0));
        response.on("error", (error) => done(error.message));
      });
      request.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    });
  const lane = async (agent: () => Agent) => {
    while (isOn) {
      outcomes.push(await ask(agent()));
      await sleep(40);
    }
  };
  const lanes = Promise.all([lane(() => kept), lane(() => new Agent())]);
  return {
    outcomes,
    failures: () => outcomes.filter((outcome) => outcome !== 200),
    async stop() {
      isOn = false;
      await lanes;
      kept.destroy();
    },
  };
}

const askApi = () => pollHealth("/tts/voices", { "x-api-key": key });

test("a person signs in without JavaScript through the public port, and the address in the sign-in log is the client's", async () => {
  const password = "con mèo trèo cây cau";
  const { id, email } = await makeUser({ passwordHash: await hashPassword(password) });
  const html = await (await page()).text();
  const [markup = ""] = html.match(/<form.*?<\/form>/gs)?.filter((one) => one.includes('name="email"')) ?? [];
  const form = new FormData();
  for (const [input] of markup.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const read = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1]?.replaceAll("&quot;", '"') ?? "";
    form.append(read(" name"), read(" value"));
  }
  form.set("email", email);
  form.set("password", password);
  const headers = { origin: server.url, "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" };
  const init = { method: "POST", body: form, headers, redirect: "manual" } as const;
  const response = await fetch(`${server.url}/sign-in`, init);
  expect([response.status, response.headers.getSetCookie().join()]).toEqual([
    303,
    expect.stringContaining("next-auth.session-token="),
  ]);
  const addresses = await db.signInEntry.findMany({ where: { userId: id }, select: { ip: true } });
  expect(addresses.map(({ ip }) => ip)).toEqual([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]);
});

test("the console's socket is in a directory that only its user can enter", () => {
  const name = readdirSync(tmpdir()).find((entry) => entry.startsWith(`vang-console-${server.process.pid}-`)) ?? "";
  expect(statSync(join(tmpdir(), name)).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(tmpdir(), name))).toHaveLength(1);
});

test("kill -9 to the console: API requests go on, a page waits for the new console", async () => {
  expect((await page()).status).toBe(200);
  const calls = askApi();
  killRole(server, "console");
  await expect.poll(() => stateOf("console"), { interval: 20 }).toEqual([0, 1]);
  // A page waits for ten seconds; on a busy machine the console takes longer to start.
  const statuses: number[] = [];
  await expect
    .poll(async () => statuses.push((await page()).status) && statuses.at(-1), { timeout: 120_000 })
    .toBe(200);
  expect(statuses.slice(0, -1).filter((status) => status !== 503)).toEqual([]);
  expect(await stateOf("console")).toEqual([1, 1]);
  expect((await stateOf("api"))[1]).toBe(0);
  await calls.stop();
  expect(calls.outcomes.length).toBeGreaterThan(20);
  expect(calls.failures()).toEqual([]);
});

test("kill -9 to the worker: a new one records the jobs that finished meanwhile", async () => {
  killRole(server, "worker");
  const body = JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const spoken = await fetch(`${server.url}/tts`, { method: "POST", headers, body });
  expect(spoken.status).toBe(200);
  const { trackingId } = await spoken.json();
  const find = async () => (await fetch(`${server.url}/tts/jobs?id=${trackingId}`, { headers })).status;
  await expect.poll(find, { timeout: 60_000 }).toBe(200);
});

test("kill -9 to the API: new connections wait for the new process, and the console keeps running", {
  tags: "deep",
}, async () => {
  const consoles = rolePids(server, "console");
  const before = rolePids(server, "api");
  killRole(server, "api");
  const agent = new Agent();
  const status = await new Promise((done, failed) =>
    get(`${server.url}/health`, { agent }, (response) => done(response.resume().statusCode)).on("error", failed),
  );
  expect(status).toBe(200);
  await expect.poll(() => stateOf("api")).toEqual([1, 1]);
  expect((await page()).status).toBe(200);
  expect(rolePids(server, "console")).toEqual(consoles);
  expect(rolePids(server, "api")).not.toEqual(before);
});

test("SIGUSR2 replaces every process while requests run, and none fails", { tags: "deep" }, async () => {
  const before = rolePids(server);
  expect((await page()).status).toBe(200);
  const [calls, pages] = [askApi(), pollHealth("/icon.svg", { accept: "text/html" })];
  server.process.kill("SIGUSR2");
  const kept = () => rolePids(server).filter((pid) => before.includes(pid));
  await expect.poll(kept, { timeout: 120_000 }).toEqual([]);
  await sleep(500);
  await Promise.all([calls.stop(), pages.stop()]);
  expect([calls.failures(), pages.failures()]).toEqual([[], []]);
  expect(rolePids(server)).toHaveLength(before.length);
});

test("one scrape has the metrics of all processes, and what a process counted stays after it was killed", async () => {
  const count = async () => {
    const found = await scrape(metricsPort);
    return found.get('vang_http_requests_total{operation="getHealth",status="200"}') ?? 0;
  };
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  const before = await scrape(metricsPort);
  const roles = ["api", "console", "worker", "supervisor"];
  const memory = roles.map((role) => before.get(`process_resident_memory_bytes{role="${role}"}`));
  expect(memory).toEqual(roles.map(() => expect.any(Number)));
  const listed = definitions.map(({ name }) => name);
  const served = new Set([...before.keys()].map(metricOf).filter((name) => name.startsWith("vang_")));
  expect([...served].filter((name) => !listed.includes(name as (typeof listed)[number]))).toEqual([]);
  expect(before.get('vang_process_restarts_total{role="worker"}')).toBeGreaterThanOrEqual(1);

  const counted = await count();
  killRole(server, "api");
  await expect.poll(async () => (await scrape(metricsPort)).get('vang_processes{role="api"}')).toBe(0);
  expect(await count()).toBeGreaterThanOrEqual(counted);
  await expect.poll(async () => (await stateOf("api"))[0], { timeout: 60_000 }).toBe(1);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await expect.poll(count).toBeGreaterThan(counted);
});

test("a process that stands still delays no scrape beyond its limit, and what it counted stays", async () => {
  const [pid = 0] = rolePids(server, "worker");
  const cpu = async () => (await scrape(metricsPort)).get('process_cpu_seconds_total{role="worker"}');
  const before = await cpu();
  process.kill(pid, "SIGSTOP");
  try {
    const found = await scrape(metricsPort);
    expect(found.get('process_resident_memory_bytes{role="worker"}')).toBeUndefined();
    expect(found.get("vang_database_up")).toBe(1);
    expect(await cpu()).toBe(before);
  } finally {
    process.kill(pid, "SIGCONT");
  }
});

test("an action that redirects sends the page it leads to through the public port", async () => {
  const action = builtActions().find(({ name }) => name === "signInAction");
  if (!action) throw new Error("the action has another name");
  const password = "con mèo trèo cây cau";
  const { email } = await makeUser({ passwordHash: await hashPassword(password) });
  const response = await callAction(`${server.url}/sign-in`, action, "", { email, password, next: "/account" });
  expect(response.headers.get("x-action-redirect")).toContain("/account");
  expect(response.headers.get("content-type")).toContain("text/x-component");
  expect((await response.text()).length).toBeGreaterThan(5000);
  expect(response.headers.getSetCookie().join()).toContain("next-auth.session-token=");
});

async function speakAtLength(): Promise<number> {
  const body = JSON.stringify({
    text: "Xin chào Việt Nam. ".repeat(30),
    voiceId: "north-linh",
    modelId: "vang-espeak",
  });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return (await fetch(`${server.url}/tts`, { method: "POST", headers, body })).status;
}

test("SIGTERM under load: each accepted request gets its response, and no process remains", async () => {
  const [calls, pages] = [askApi(), pollHealth("/icon.svg", { accept: "text/html" })];
  await expect
    .poll(() => Math.min(calls.outcomes.length, pages.outcomes.length), { timeout: 20_000 })
    .toBeGreaterThan(5);
  const pids = rolePids(server);
  const before = await db.hold.count();
  const link = await fetch(`${server.url}/link/reset/SECRET?x=SECRET`, {
    headers: { accept: "text/html" },
    redirect: "manual",
  });
  expect(link.status).toBe(303);
  const accepted = Array.from({ length: 4 }, speakAtLength);
  await expect.poll(() => db.hold.count(), { timeout: 20_000, interval: 10 }).toBe(before + 4);
  server.process.kill("SIGTERM");
  expect(await Promise.all(accepted)).toEqual([200, 200, 200, 200]);
  expect(await server.ended).toBe(0);
  await Promise.all([calls.stop(), pages.stop()]);
  // A request that arrives on a connection which is being closed was not accepted.
  const notAccepted = ["ECONNREFUSED", "ECONNRESET"];
  expect([...calls.failures(), ...pages.failures()].filter((outcome) => !notAccepted.includes(`${outcome}`))).toEqual(
    [],
  );
  expect(alive(pids)).toEqual([]);
  // All spans are sent by now, and no page has made one with its URL, which for emailed links holds a secret.
  const names = collector.spans.map(({ name }) => name);
  for (const name of ["createSpeech", "job tts", "engine espeak", "store put", "publish"])
    expect(names).toContain(name);
  expect(JSON.stringify(collector.spans)).not.toContain("SECRET");
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`vang-console-${server.process.pid}-`))).toEqual([]);
});

const alive = (pids: number[]) => {
  const running = execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  return pids.filter((pid) => running.some((line) => line.trim().startsWith(`${pid} `) && line.includes("role.mjs")));
};

test("a worker that ends seven times in a row is started again, while pages, the API and the database serve", {
  tags: "deep",
}, async () => {
  const port = await freePort();
  const own = await startOwnServer({ LOG_LEVEL: "error", VANG_METRICS: `127.0.0.1:${port}` });
  const others = () => [...rolePids(own, "api"), ...rolePids(own, "console")];
  const before = others();
  const state = async () => {
    const { status } = await fetch(`${own.url}/health`);
    const serving = ["api", "console", "worker"].map(async (role) => (await stateOf(role, port))[0]);
    return [status, ...(await Promise.all(serving))];
  };
  const killing = setInterval(() => killRole(own, "worker"), 50);
  await expect.poll(own.output, { timeout: 120_000 }).toMatch(/"process":"worker".*"endsInARow":7/);
  clearInterval(killing);
  expect(await state()).toEqual([200, 1, 1, 0]);
  expect((await fetch(`${own.url}/sign-in`, { headers: { accept: "text/html" } })).status).toBe(200);
  await expect.poll(state, { timeout: 90_000 }).toEqual([200, 1, 1, 1]);
  expect(others()).toEqual(before);
  own.process.kill("SIGTERM");
  expect(await own.ended).toBe(0);
});

test("the processes end when their supervisor is killed", { tags: "deep" }, async () => {
  const own = await startOwnServer({ LOG_LEVEL: "error" });
  const pids = rolePids(own);
  expect(pids).toHaveLength(3);
  own.process.kill("SIGKILL");
  await expect.poll(() => alive(pids), { timeout: 30_000 }).toEqual([]);
});
