// @module-tag promise
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openGuard } from "@/lib/platform/net/guarded-connect";
import { certificateKey, expiredCertificate, validCertificate } from "@/testing/fakes/certificates";
import { startDnsServer } from "@/testing/fakes/dns-server";
import { type Answer, answering, startReceiver } from "@/testing/fakes/receiver";
import { openConnections } from "./connections";
import { post } from "./post";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
const connections = openConnections(openGuard({ isLocal: true }));
const servers: Server[] = [];
beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(() => void servers.splice(0).map((server) => server.close()));
afterAll(async () => {
  await connections.close();
  await receiver.close();
});

const request = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: '{"a":1}' });
const send = (url = receiver.url, options: { longestMs?: number; connections?: typeof connections } = {}) =>
  post(request(url), { connections, end: new AbortController(), longestMs: 2000, ...options });

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return (server.address() as AddressInfo).port;
}

const raw = async (respond: (socket: Socket) => void) => {
  const port = await listen(
    createTcpServer((socket) => void socket.on("error", () => undefined).once("data", () => respond(socket))),
  );
  return `http://127.0.0.1:${port}/`;
};

/** Writes a body one byte at a time. */
const dripping =
  (status: number, everyMs: number, bytes: number): Answer =>
  (response) => {
    response.writeHead(status).flushHeaders();
    let left = bytes;
    const timer = setInterval(() => {
      if (left-- > 0) return response.write("x");
      clearInterval(timer);
      return response.end();
    }, everyMs);
    response.on("close", () => clearInterval(timer));
  };

const drippingHeaders = (socket: Socket) => {
  socket.write("HTTP/1.1 200 OK\r\n");
  const timer = setInterval(() => socket.write("x-a: b\r\n"), 50);
  socket.on("close", () => clearInterval(timer));
};

test("of a response, status, headers, 4 kB of text and the times of its parts are kept", async () => {
  receiver.answer(answering(201, { "x-one": "1", "set-cookie": "a=b" }, `${"é".repeat(3000)}`));
  const posted = await send();
  expect(posted).toMatchObject({ statusCode: 201, error: null, address: "127.0.0.1" });
  expect(posted.responseHeaders).toMatchObject({ "x-one": "1" });
  expect(posted.responseBody).toBe("é".repeat(2048));
  const { dnsMs = -1, connectMs = -1, firstByteMs = -1 } = posted.timings;
  expect([dnsMs, connectMs, firstByteMs, posted.durationMs].toSorted((a, b) => a - b)).toEqual([
    dnsMs,
    connectMs,
    firstByteMs,
    posted.durationMs,
  ]);
});

test.each([
  [200, null],
  [204, null],
  [299, null],
  [301, "redirect"],
  [307, "redirect"],
  [304, "redirect"],
  [400, "status"],
  [404, "status"],
  [429, "status"],
  [500, "status"],
  [503, "status"],
])("status %s counts as %s, and a redirect is not followed", async (status, error) => {
  receiver.answer(answering(status, { location: `${receiver.url}/elsewhere` }));
  const before = receiver.received.length;
  expect(await send()).toMatchObject({ statusCode: status, error });
  expect(receiver.received).toHaveLength(before + 1);
});

const late: [what: string, answer: Answer][] = [
  ["never responds", () => undefined],
  ["sends headers and then nothing", (response) => void response.writeHead(200).flushHeaders()],
  ["sends one byte at a time", dripping(200, 40, 1000)],
];
test.each(late)("a server that %s fails when the time is over", async (_, answer) => {
  receiver.answer(answer);
  const posted = await send(receiver.url, { longestMs: 300 });
  expect(posted).toMatchObject({ error: "timeout" });
  // What came until then is kept.
  expect(posted.responseBody ?? "").toMatch(answer === late[2]?.[1] ? /^xxx/ : /^$/);
  expect(posted.durationMs).toBeGreaterThanOrEqual(299);
  expect(posted.durationMs).toBeLessThan(600);
});

test("a slow success counts if its last byte comes in time", async () => {
  receiver.answer(dripping(200, 30, 8));
  expect(await send(receiver.url, { longestMs: 1500 })).toMatchObject({ error: null, responseBody: "xxxxxxxx" });
});

test.each([
  ["headers one by one without end", drippingHeaders, "timeout"],
  ["nothing but a reset", (socket: Socket) => void socket.resetAndDestroy(), "reset"],
  ["an end without a response", (socket: Socket) => void socket.end(), "reset"],
  [
    "half a response",
    (socket: Socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"),
    "reset",
  ],
  ["another protocol", (socket: Socket) => void socket.end("220 smtp.example.com ESMTP\r\n"), "response"],
  [
    "headers that are too large",
    (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}\r\n\r\n`),
    "response",
  ],
])("a server that sends %s makes the attempt fail", async (_, respond, error) => {
  expect(await send(await raw(respond), { longestMs: 500 })).toMatchObject({ error });
});

test("of a response that breaks off, what came is kept", async () => {
  const half = await raw((socket) => void socket.end("HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nthiếu cột"));
  expect(await send(half)).toMatchObject({ error: "reset", statusCode: 500, responseBody: "thiếu cột" });
});

test("a port on which no one listens rejects the connection", async () => {
  const port = await listen(createTcpServer());
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
  expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: "refused", statusCode: null });
});

test("of ten megabytes 16 kB are read at most, and the connection ends", async () => {
  const chunk = Buffer.alloc(10_000, 97);
  let [left, isClosed] = [1000, false];
  receiver.answer((response, _, socket) => {
    response.writeHead(200);
    const write = () => {
      while (left-- > 0 && response.write(chunk));
      if (left > 0) response.once("drain", write);
      else response.end();
    };
    write();
    socket.on("close", () => {
      isClosed = true;
    });
  });
  const posted = await send();
  expect(posted).toMatchObject({ error: null, statusCode: 200 });
  expect(posted.responseBody).toHaveLength(4096);
  await expect.poll(() => isClosed).toBe(true);
  expect(left).toBeGreaterThan(0);
});

test("a compressed bomb is not unpacked", async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000));
  receiver.answer((response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
  const before = process.memoryUsage().rss;
  for (let time = 0; time < 5; time++) expect((await send()).responseBody).toHaveLength(4096);
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
});

test.each([
  ["gzip", gzipSync("thiếu trường id"), "thiếu trường id"],
  ["gzip", Buffer.from("not compressed"), ""],
  ["unknown", Buffer.from("as it is"), "as it is"],
])("a response with content-encoding %s is read if it can be", async (encoding, body, text) => {
  receiver.answer((response) => void response.writeHead(200, { "content-encoding": encoding }).end(body));
  expect(await send()).toMatchObject({ error: null, responseBody: text });
});

test("connections are used again, and one that the server closed meanwhile makes no attempt fail", async () => {
  receiver.answer(answering(200));
  await send();
  const before = receiver.connections;
  for (let time = 0; time < 5; time++) expect(await send()).toMatchObject({ error: null, address: "127.0.0.1" });
  expect(receiver.connections).toBe(before);
  receiver.answer((response, _, socket) => {
    response.end();
    // At the next request, not before it.
    socket.once("data", () => socket.resetAndDestroy());
  });
  await send();
  receiver.answer(answering(200));
  expect(await send()).toMatchObject({ error: null });
});

const tls = (cert: string) =>
  createTlsServer({ key: certificateKey, cert }, (incoming, response) => void response.end(`${incoming.headers.host}`));

test("an expired, a self-signed and another host's certificate make the attempt fail, each with its reason", async () => {
  const [expired, valid] = [await listen(tls(expiredCertificate)), await listen(tls(validCertificate))];
  const trusting = (ca: string) => openConnections(openGuard({ isLocal: true, ca }));
  const trusted = { connections: trusting(expiredCertificate) };
  expect(await send(`https://localhost:${expired}/`, trusted)).toMatchObject({
    error: "tls_expired",
    address: "127.0.0.1",
  });
  expect(await send(`https://localhost:${valid}/`)).toMatchObject({ error: "tls_self_signed" });
  const wrong = { connections: trusting(validCertificate) };
  expect(await send(`https://127.0.0.1:${valid}/`, wrong)).toMatchObject({ error: "tls_host" });
  expect(
    await send(`https://localhost:${await listen(createTcpServer((socket) => void socket.end("no TLS")))}/`),
  ).toMatchObject({
    error: "tls",
  });
});

test("the name of the URL is the one in TLS and in Host, whatever address it leads to", async () => {
  const dns = await startDnsServer(() => ["127.0.0.1"]);
  const isAllowed = (address: string) => address === "127.0.0.1";
  const guard = openGuard({ isLocal: false, dnsServers: [dns.server], isAllowed, ca: validCertificate });
  const port = await listen(tls(validCertificate));
  const posted = await send(`https://hook.example.com:${port}/`, { connections: openConnections(guard) });
  expect(posted).toMatchObject({ error: null, responseBody: `hook.example.com:${port}`, address: "127.0.0.1" });
  expect(posted.timings.tlsMs).toBeGreaterThanOrEqual(posted.timings.connectMs ?? Infinity);
  dns.close();
});
