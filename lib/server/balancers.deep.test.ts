import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { sessionCookieOf } from "@/testing/harness/console-walk";
import { needs } from "@/testing/harness/needs";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { hasProxy, nginxAround, printed, startProxyAs } from "@/testing/harness/proxies";

const host = "vang.example.com";
const page = "docs/start/deployment.md";
const names = ["haproxy", "nginx"] as const;
const areHere = names.every(hasProxy);
const home = mkdtempSync(join(tmpdir(), "vang-balancers-"));
const at = (name: string) => join(home, name);
const ports: number[] = [];
const machines: OwnServer[] = [];
const balancers: Awaited<ReturnType<typeof startProxyAs>>[] = [];
let engine: SpeechServer;

vi.setConfig({ testTimeout: 600_000, hookTimeout: 300_000 });

const start = (port: number) =>
  startOwnServer({
    ...{ PORT: String(port), VANG_URL: `https://${host}`, VANG_ENGINES: at("engines.json"), LOG_LEVEL: "error" },
    ...Object.fromEntries(
      [...printed(page, "sh\nVANG_URL=https://vang.example.com", []).matchAll(/^(\w+)=(.*)$/gm)].map(
        ([, name = "", value]) => [name, name === "VANG_TRUSTED_PROXIES" ? "127.0.0.1" : value],
      ),
    ),
  });

/** The configurations as the page prints them, with this test's addresses, ports and certificates. */
function describeBalancer(name: (typeof names)[number], port: number): string {
  const behind = ports.map((own, which) => [`10.0.0.${which + 1}:3000`, `127.0.0.1:${own}`] as const);
  if (name === "haproxy") {
    const bound = ["bind :443", `bind 127.0.0.1:${port}`] as const;
    return printed(page, name, [...behind, bound, ["/etc/haproxy/vang.example.com.pem", at("pem")]]);
  }
  const files = ["crt", "key"].map((kind) => [`/etc/ssl/vang.example.com.${kind}`, at(kind)] as const);
  return nginxAround(printed(page, name, [...behind, ...files, ["listen 443", `listen 127.0.0.1:${port}`]]));
}

beforeAll(async () => {
  const subject = ["-subj", `/CN=${host}`, "-addext", `subjectAltName=DNS:${host}`];
  const made = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", ...made, ...subject, "-keyout", at("key"), "-out", at("crt")], { stdio: "ignore" });
  writeFileSync(at("pem"), readFileSync(at("crt"), "utf8") + readFileSync(at("key"), "utf8"));
  engine = await startSpeechServer({ remembers: false });
  writeFileSync(at("engines.json"), writeEngine([engine]));
  ports.push(await freePort(), await freePort());
  machines.push(...(await Promise.all(ports.map(start))));
  if (!areHere) return;
  for (const name of names) balancers.push(await startProxyAs(name, (port) => describeBalancer(name, port)));
});

afterAll(async () => {
  for (const machine of machines) machine.process.kill("SIGTERM");
  for (const machine of machines) await machine.ended;
  for (const balancer of balancers) await balancer.close();
  await engine.close();
  rmSync(home, { recursive: true });
});

type Answer = { status: number | string; headers: Record<string, unknown>; text: string };
type RequestParts = RequestOptions & { body?: string; onData?: (chunk: Buffer) => void };

/** Status 200 and so on of a response that was read to its end, or the error's code. */
function ask(
  { port }: { port: number },
  path: string,
  { body, onData, ...options }: RequestParts = {},
): Promise<Answer> {
  const ca = readFileSync(at("crt"));
  // Not from the balancer's own address, which is trusted.
  const to = { host: "127.0.0.1", localAddress: "127.0.0.2", port, servername: host, ca, path };
  return new Promise((done) => {
    const failed = (error: NodeJS.ErrnoException) =>
      done({ status: error.code ?? error.message, headers: {}, text: "" });
    const sent = request({ ...to, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on("error", failed).on("data", (chunk) => {
        chunks.push(chunk);
        onData?.(chunk);
      });
      response.on("end", () => {
        const { statusCode = 0, headers } = response;
        done({ status: statusCode, headers, text: String(Buffer.concat(chunks)) });
      });
    });
    sent.setHeader("host", host);
    sent.on("error", failed).end(body);
  });
}

/** A job that a client can send again, though these do not. */
const job = (key: string, text: string) => ({
  method: "POST",
  body: JSON.stringify({ text, voiceId: "ngoc", modelId: "reader", audioFormat: "wav" }),
  headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": randomUUID() },
});

test.runIf(areHere).each(names)(
  "%s passes on a stream as it is made, the client's address, and Retry-After",
  async (name) => {
    const balancer = balancers[names.indexOf(name)] as (typeof balancers)[number];
    const member = await makeMember({ creditMilli: 1_000_000_000n });
    const key = await makeKey(member);
    let arrive: () => void = () => undefined;
    const firstArrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let sentences = 0;
    engine.behave(async (seen, response) => {
      // The second sentence is not spoken before the client has the beginning of the first one.
      if (sentences++ > 0) await firstArrived;
      return well(seen, response);
    });
    const text = "Câu thứ nhất dài hơn một chút để đứng riêng. Câu thứ hai cũng dài như vậy và đứng riêng.";
    const streamed = await ask(balancer, "/tts/stream", { ...job(key, text.repeat(3)), onData: () => arrive() });
    engine.behave(well);
    expect([streamed.status, sentences > 1]).toEqual([200, true]);

    const of = { businessId: member.businessId };
    await db.apiKey.updateMany({ where: of, data: { allowedAddresses: ["203.0.113.7"] } });
    const headers = { "x-api-key": key, "x-forwarded-for": "203.0.113.7" };
    const rejected = await ask(balancer, "/tts/models", { headers });
    expect([rejected.status, JSON.parse(rejected.text).code]).toEqual([403, "IP_NOT_ALLOWED"]);
    expect(rejected.text).toContain("127.0.0.2");

    const limited = await makeKey(await makeMember({ requestsPerMinute: 1 }));
    const statuses = [];
    for (let count = 0; count < 4; count++)
      statuses.push(await ask(balancer, "/tts/models", { headers: { "x-api-key": limited } }));
    expect(statuses.find(({ status }) => status === 429)?.headers["retry-after"]).toMatch(/^\d+$/);
  },
);

const restarted =
  "each machine is restarted under load: no request fails behind either balancer, and each job is charged once";
test.runIf(areHere)(restarted, needs("haproxy, nginx"), async () => {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member);
  const cookie = await sessionCookieOf(member, { secure: true });
  const kinds = [
    () => ["/tts", job(key, "Xin chào Việt Nam")] as const,
    () => ["/tts/stream", job(key, "Xin chào. Tạm biệt.")] as const,
    () => ["/tts/voices", { headers: { "x-api-key": key } }] as const,
    () => [`/console/${member.businessSlug}/webhooks`, { headers: { cookie, accept: "text/html" } }] as const,
  ];
  let [isOn, jobs] = [true, 0];
  const answers: unknown[] = [];
  const lanes = balancers.flatMap((balancer, which) =>
    [0, 1, 2, 3].map(async (lane) => {
      const kept = new Agent({ keepAlive: true });
      for (let turn = lane; isOn; turn++) {
        const [path, parts] = (kinds[turn % kinds.length] as (typeof kinds)[number])();
        const { status } = await ask(balancer, path, { ...parts, agent: lane < 2 ? kept : new Agent() });
        answers.push(status === 200 ? 200 : [names[which], path, status]);
        if ("body" in parts) jobs++;
        await sleep(20);
      }
      kept.destroy();
    }),
  );
  for (const [which, port] of ports.entries()) {
    await sleep(3000);
    machines[which]?.process.kill("SIGTERM");
    expect(await machines[which]?.ended).toBe(0);
    machines[which] = await start(port);
  }
  await sleep(3000);
  isOn = false;
  await Promise.all(lanes);
  process.stdout.write(`${answers.length} requests, ${jobs} jobs\n`);
  expect(answers.filter((answer) => answer !== 200)).toEqual([]);

  const of = { businessId: member.businessId };
  await expect.poll(() => db.hold.count({ where: { ...of, status: "open" } }), { timeout: 60_000 }).toBe(0);
  expect(await db.transfer.count({ where: { kind: "charge", debit: of } })).toBe(jobs);
  expect(await audit()).toEqual([]);
});

test.runIf(areHere)(
  "while no machine is there, a balancer's own response has Retry-After",
  needs("haproxy, nginx"),
  async () => {
    for (const machine of machines) machine.process.kill("SIGTERM");
    for (const machine of machines) await machine.ended;
    for (const balancer of balancers) {
      const { status, headers, text } = await ask(balancer, "/tts/voices");
      expect([status, headers["retry-after"], JSON.parse(text).code]).toEqual([503, "5", "OVERLOADED"]);
    }
  },
);
