import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OwnServer, startOwnServer } from "@/lib/testing/own-server";
import { exchange } from "@/lib/testing/raw-http";
import { listAmbiguous, listClear, listUpgrades, type Target } from "@/lib/testing/smuggling";
import { makeKey, makeMember } from "@/prisma/factories";

const servers: OwnServer[] = [];
const targets = { api: { path: "/tts", headers: "" }, console: { path: "/sign-in", headers: "" } };

beforeAll(async () => {
  const server = await startOwnServer();
  servers.push(server);
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  targets.api.headers = `X-Api-Key: ${key}\r\nContent-Type: application/json\r\n`;
  // Only once it has shown a page does the console take hold of the server's connections.
  expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
}, 300_000);

afterAll(async () => {
  for (const server of servers) {
    server.process.kill("SIGTERM");
    await server.ended;
  }
});

/** A call of somebody else that shares the connection, as it may behind a proxy. */
const witness = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n";

type Listed = [name: string, bytes: string][];

/** What each came to, in words, a few connections at once. */
async function attack(list: Listed, enough?: number): Promise<string[]> {
  const port = Number(new URL(servers[0]?.url ?? "").port);
  const told: string[] = [];
  for (let at = 0; at < list.length; at += 8) {
    const batch = list.slice(at, at + 8).map(async ([name, bytes]) => {
      const { answers, rest, isClosed } = await exchange(port, [bytes + witness], { enough });
      const kinds = answers.map(({ status, body }) => {
        if (body.includes('"openapi"')) return "the smuggled request was answered";
        if (/^\{"status":"ok"[^{}]*\}$/.test(body)) return "witness";
        return status < 500 ? (status < 400 ? "answer" : "refusal") : `a failure of ours: ${status}`;
      });
      return `${name}: ${[...kinds, ...(rest ? ["garbage"] : []), ...(isClosed ? ["closed"] : [])].join(", ")}`;
    });
    told.push(...(await Promise.all(batch)));
  }
  return told;
}

const each = (list: Listed, outcome: RegExp) => list.map(([name]) => expect.stringMatching(withName(name, outcome)));
const withName = (name: string, outcome: RegExp) => new RegExp(`^${name.replace(/[/.]/g, "\\$&")}: ${outcome.source}$`);

describe.each(Object.entries(targets) as [string, Target][])("sent to the %s on a shared connection,", (_, target) => {
  test("a request whose end is ambiguous is refused once and ends the connection", async () => {
    const list = listAmbiguous(target);
    // A handler may answer before it has read as far as the fault.
    expect(await attack(list)).toEqual(each(list, /((answer|refusal), )?refusal, closed/));
  });

  test("an odd request is answered once, and the next caller gets an answer of their own", async () => {
    const list = listClear(target);
    expect(await attack(list, 2)).toEqual(each(list, /(answer|refusal), witness/));
  });

  test("a wish for another protocol is answered in this one, and ends the connection", async () => {
    const list = listUpgrades(target);
    expect(await attack(list)).toEqual(each(list, /(answer|refusal), closed/));
  });
});

test("a body that nobody read is never taken for the next request", async () => {
  const unread = `POST /tts HTTP/1.1\r\nHost: a\r\nContent-Length: 90\r\n\r\nGET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n`;
  expect(await attack([["a body", unread]])).toEqual(["a body: refusal, closed"]);
});

test("what follows a HEAD is answered on its own", async () => {
  const port = Number(new URL(servers[0]?.url ?? "").port);
  const { answers } = await exchange(port, [`HEAD /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n${witness}`], { enough: 1 });
  // Its length is told without a body, so the next answer stands where a body would.
  expect(answers[0]?.body).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"status":"ok"[^{}]*\}$/);
});
