// @module-tag promise
// @module-tag slow
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemSchema } from "@/lib/api/problem";
import { makeKey, makeMember } from "@/prisma/factories";
import { needs } from "@/testing/harness/needs";
import { hasProxy, startProxy } from "@/testing/harness/proxies";
import { exchange } from "@/testing/harness/raw-http";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;
beforeAll(async () => {
  server = await serveHere();
  key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
});
afterAll(() => server.close());

/** A request with a unique response: it shows that one request was read as two. */
const smuggled = "GET /openapi.json HTTP/1.1\r\nHost: a\r\nX: y\r\n\r\n";
const health = "GET /health HTTP/1.1\r\nHost: a\r\n";
/** One whole health response and nothing after it. */
function isHealth(body = ""): boolean {
  try {
    return JSON.parse(body).status === "ok";
  } catch {
    return false;
  }
}

const body = '{"text":"a"}';
const length = `Content-Length: ${body.length}\r\n`;
const chunked = "Transfer-Encoding: chunked\r\n";

/** Requests that two programs can end in different places (RFC 9112, sections 6 and 7). */
const attacks: [name: string, headers: string, body: string][] = [
  ["a length and chunks", `Content-Length: 6\r\n${chunked}`, `0\r\n\r\nG${smuggled}`],
  ["chunks and a length", `${chunked}Content-Length: 4\r\n`, `2d\r\n${smuggled}\r\n0\r\n\r\n`],
  ["two lengths", `${length}Content-Length: 0\r\n`, smuggled],
  ["a length with a sign", "Content-Length: +12\r\n", body],
  ["a length that overflows", "Content-Length: 18446744073709551628\r\n", body],
  ["a space before the colon", "Content-Length : 12\r\n", body],
  ["chunks and another coding", `${chunked}Transfer-Encoding: identity\r\n`, `0\r\n\r\n${smuggled}`],
  ["an unknown coding", "Transfer-Encoding: xchunked\r\n", `0\r\n\r\n${smuggled}`],
  ["another coding before chunks", "Transfer-Encoding: gzip, chunked\r\n", `0\r\n\r\n${smuggled}`],
  ["two hosts", `Host: b\r\n${length}`, body],
  ["a folded coding", "Transfer-Encoding:\r\n chunked\r\n", `0\r\n\r\n${smuggled}`],
  ["a header line that ends in LF", `X: a\n${chunked}`, `c\r\n${body}\r\n0\r\n\r\n`],
  ["a value with NUL", `X: a\0b\r\n${length}`, body],
  ["a chunk size that ends in LF", chunked, `c\n${body}\r\n0\r\n\r\n`],
  ["a chunk without an end", chunked, `c\r\n${body}0\r\n\r\n`],
  ["a chunk extension that ends in LF", chunked, `c;a\n${smuggled}${body}\r\n0\r\n\r\n`],
  ["a length among the trailers", chunked, `c\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n`],
];

const bytesOf = ([, headers, sent]: (typeof attacks)[number]): string =>
  `POST /tts HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n${headers}\r\n${sent}`;

test.each(attacks)("%s: rejected, and the connection is closed", async (...attack) => {
  const { answers, isClosed } = await exchange(server.port, [`${bytesOf(attack)}${health}\r\n`]);
  expect(answers.map(({ status }) => status).filter((status) => status < 400 || status >= 500)).toEqual([]);
  expect([answers.length > 0, isClosed]).toEqual([true, true]);
});

describe.each(["haproxy", "nginx"] as const)("behind %s with one connection for all clients", (name) => {
  test.runIf(hasProxy(name))(
    "no such request changes the response that another client gets",
    { ...needs(name), timeout: 60_000, tags: name === "nginx" ? ["deep"] : [] },
    async () => {
      const proxy = await startProxy(name, server.port);
      const callHealth = async () => {
        const { answers } = await exchange(proxy.port, [`${health}Connection: close\r\n\r\n`]);
        return answers.map((answer) => (isHealth(answer.body) ? "its own" : `${answer.status} ${answer.body}`));
      };
      for (const attack of attacks) {
        const attacking = exchange(proxy.port, [bytesOf(attack)], { timeoutMs: 500, enough: 1 });
        await sleep(50);
        const others = [await callHealth()];
        const { answers } = await attacking;
        others.push(await callHealth());
        // A proxy itself can return 501.
        const failures = answers.filter(({ status }) => [500, 502, 503, 504].includes(status));
        expect([attack[0], failures, others]).toEqual([attack[0], [], [["its own"], ["its own"]]]);
      }
      await proxy.close();
    },
  );
});

test("chunks in a request of HTTP/1.0: rejected, and the connection is closed", async () => {
  const bytes = `POST /tts HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n${chunked}\r\n0\r\n\r\n${health}\r\n`;
  const { answers, isClosed } = await exchange(server.port, [bytes]);
  expect([answers.map(({ status }) => status), isClosed]).toEqual([[400], true]);
});

test("a body that is not read is not taken for the next request", async () => {
  const unread = `POST /tts HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
  const { answers } = await exchange(server.port, [`${unread}${health}\r\n`], { enough: 2 });
  expect([answers[0]?.status, isHealth(answers[1]?.body), answers.length]).toEqual([401, true, 2]);
});

test.each([
  ["an address for a proxy", "GET http://127.0.0.1/health HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["the server as a whole", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a page where only the API is served", "GET /sign-in HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n"],
])("%s: rejected as a problem like any other", async (_, bytes) => {
  const { answers } = await exchange(server.port, [bytes], { enough: 1 });
  const [answer] = answers as [(typeof answers)[number]];
  const problem = problemSchema.parse(JSON.parse(Buffer.from(answer.body, "latin1").toString()));
  expect(problem).toMatchObject({ code: "NOT_FOUND", status: answer.status });
  expect(answer.headers).toContain(`x-request-id: ${problem.requestId}`);
});

test("a health check of HTTP/1.0 names no host, and gets its response", async () => {
  const { answers } = await exchange(server.port, ["GET /health HTTP/1.0\r\n\r\n"]);
  expect(answers.map((answer) => isHealth(answer.body))).toEqual([true]);
});

test.each([
  ["websocket", "Upgrade", "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"],
  ["HTTP/2", "Upgrade, HTTP2-Settings", "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"],
])(
  "a request for another protocol gets its response in this one, and the connection is closed: %s",
  async (_, connection, upgrade) => {
    const pieces = [`${health}Connection: ${connection}\r\n${upgrade}\r\n${health}\r\n`];
    const { answers, isClosed } = await exchange(server.port, pieces);
    expect([answers.map((answer) => isHealth(answer.body)), isClosed]).toEqual([[true], true]);
  },
);

test.each([
  ["without a key", "", 401],
  ["with a length that another program reads otherwise", "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", 400],
  ["of another version", "Sec-WebSocket-Version: 99\r\n", 400],
])("what follows a rejected handshake is no request: %s", async (_, headers, status) => {
  const handshake = `GET /stt/live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;
  const version = headers.includes("Version") ? `X-Api-Key: ${key}\r\n` : "Sec-WebSocket-Version: 13\r\n";
  const { answers, isClosed } = await exchange(server.port, [`${handshake}${version}${headers}\r\n${smuggled}`]);
  expect([answers.map((answer) => answer.status), isClosed]).toEqual([[status], true]);
});
