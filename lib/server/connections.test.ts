// @module-tag promise
// @module-tag slow
import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket, type TcpNetConnectOpts } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { type ConnectionLimits, openServer } from "./connections";

const limits = {
  headersMs: 300,
  requestMs: 900,
  idleMs: 300,
  unreadMs: 300,
  checkMs: 100,
  connections: 30,
  connectionsPerAddress: 20,
};

/** More than the kernel buffers between two programs. */
const long = Buffer.alloc(24_000_000);

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function start(more: Partial<ConnectionLimits> = {}): Promise<{ server: Server; port: number }> {
  const server = openServer(
    async (request, response) => {
      if (request.url === "/long") return response.end(long);
      if (request.url === "/late") await sleep(3 * limits.unreadMs);
      if (request.url === "/rejected") return response.writeHead(401).end();
      const body = await buffer(request).catch(() => "");
      response.end(`${body.length} bytes`);
    },
    { ...limits, ...more },
  );
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

const { server, port } = await start();

/** A client that sends `first` at once and `next` again and again, until it is closed. */
function open(first: string, next = "", to: TcpNetConnectOpts = { port }) {
  const socket = connect({ host: "127.0.0.1", ...to });
  let received = "";
  socket.on("data", (bytes) => (received += bytes.toString("latin1"))).on("error", () => undefined);
  socket.write(first);
  const timer = setInterval(() => socket.write(next), 100);
  // `once` from node:events would reject when the socket has an error before it closes.
  const closed = new Promise<string>((done) => socket.once("close", () => done(received)));
  socket.once("close", () => clearInterval(timer));
  return { socket, closed };
}

const call = async (path = "/") => (await fetch(`http://127.0.0.1:${port}${path}`)).text();

const post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n";

test.each([
  ["sends nothing", "", "", /^(HTTP\/1.1 408 .*)?$/s],
  ["sends headers that never end", "GET / HTTP/1.1\r\nHost: a\r\n", "X: a\r\n", /^HTTP\/1.1 408 /],
  ["sends a body that never ends", post, "x", /^HTTP\/1.1 408 /],
  ["goes on sending a body that was rejected", post.replace("/", "/rejected"), "x", /^HTTP\/1.1 401 /],
  ["is idle after its response", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "", /^HTTP\/1.1 200 /],
])("a connection that %s is closed, and a request meanwhile gets its response", async (_, first, next, outcome) => {
  const slow = Array.from({ length: 15 }, () => open(first, next));
  expect(await call()).toBe("0 bytes");
  for (const { closed } of slow) expect(await closed).toMatch(outcome);
});

test("a connection whose response is not read is reset", async () => {
  const connected = once(server, "connection");
  const { socket, closed } = open("GET /long HTTP/1.1\r\nHost: a\r\n\r\n");
  socket.pause();
  const [peer] = (await connected) as [Socket];
  await new Promise((done) => peer.once("close", done));
  socket.resume();
  // Closed without a reset, the connection would still deliver the megabytes in the kernel's buffer.
  expect((await closed).length).toBeLessThan(1_000_000);
}, 30_000);

test("a response that takes longer to generate than a client may take to read it is sent, and a long one is sent whole", async () => {
  expect(await call("/late")).toBe("0 bytes");
  expect((await call("/long")).length).toBe(long.length);
});

test("connections beyond those of one address, and beyond those of all, are closed", async () => {
  const { port } = await start({ headersMs: 60_000, requestMs: 60_000 });
  const from = (localAddress: string, count: number) =>
    Array.from({ length: count }, () => open("", "", { port, localAddress }).socket);
  const closedOf = (sockets: Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;
  const one = from("127.0.0.2", 25);
  await expect.poll(() => closedOf(one)).toBe(5);
  const other = from("127.0.0.3", 15);
  await expect.poll(() => closedOf(other)).toBe(5);
  for (const socket of one) socket.destroy();
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        (response) => response.status,
        () => 0,
      ),
    )
    .toBe(200);
});
