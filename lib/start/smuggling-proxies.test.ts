import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasProxy, startProxy } from "@/lib/testing/proxies";
import { exchange } from "@/lib/testing/raw-http";
import { serveHere } from "@/lib/testing/serve-here";
import { listAmbiguous, listClear, listUpgrades } from "@/lib/testing/smuggling";
import { makeKey, makeMember } from "@/prisma/factories";

let server: Awaited<ReturnType<typeof serveHere>>;
let attacks: [name: string, bytes: string][];

/** Proxies at once, each with one attack at a time. */
const lanes = 4;

beforeAll(async () => {
  server = await serveHere();
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const target = { path: "/tts", headers: `X-Api-Key: ${key}\r\nContent-Type: application/json\r\n` };
  attacks = [...listAmbiguous(target), ...listClear(target), ...listUpgrades(target)];
});
afterAll(() => server.close());

const request = "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/** Somebody else, on a connection of their own to a proxy. */
async function callHealth(port: number): Promise<string> {
  const { answers, rest } = await exchange(port, [request]);
  const isTheirs = answers.length === 1 && rest === "" && answers[0]?.body.startsWith('{"status":"ok"');
  return isTheirs ? "their own answer" : JSON.stringify({ answers, rest });
}

/** What the attacker got that is a failure, and what the others got, while the attack was under way and after it. */
async function attack(port: number, bytes: string) {
  const attacking = exchange(port, [bytes], { timeoutMs: 2000, enough: 1 });
  await sleep(100);
  const meanwhile = await callHealth(port);
  const { answers } = await attacking;
  const failures = answers.map(({ status }) => status).filter((status) => [500, 502, 503, 504].includes(status));
  return { failures, others: [meanwhile, await callHealth(port)] };
}

describe.each(["haproxy", "nginx"] as const)("behind %s", (name) => {
  test.runIf(hasProxy(name))("all callers share one connection to us", async () => {
    let connections = 0;
    const plain = createServer((_, response) => response.end("ok")).on("connection", () => (connections += 1));
    await new Promise<void>((listening) => plain.listen(0, "127.0.0.1", listening));
    const proxy = await startProxy(name, (plain.address() as AddressInfo).port);
    for (let count = 0; count < 5; count++) await exchange(proxy.port, [request]);
    await proxy.close();
    plain.close();
    expect(connections).toBe(1);
  });

  test.runIf(hasProxy(name))(
    "no request leaves anything on it for whoever comes next",
    { timeout: 120_000 },
    async () => {
      const told: unknown[] = [];
      const waiting = [...attacks];
      const work = async () => {
        const proxy = await startProxy(name, server.port);
        for (let next = waiting.shift(); next; next = waiting.shift())
          told.push({ attack: next[0], ...(await attack(proxy.port, next[1])) });
        await proxy.close();
      };
      await Promise.all(Array.from({ length: lanes }, work));
      const harmless = { failures: [], others: ["their own answer", "their own answer"] };
      expect(told).toEqual(told.map((each) => ({ ...(each as object), ...harmless })));
      expect(told).toHaveLength(attacks.length);
    },
  );
});
