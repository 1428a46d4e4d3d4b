import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { onceCome } from "./arrival";
import { problemSchema } from "./problem";

let begun: IncomingMessage[] = [];
const server = createServer(
  onceCome(async (request, response) => {
    begun.push(request);
    response.end(await buffer(request));
  }),
);
beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
beforeEach(() => {
  begun = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const head = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

function open(): { socket: Socket; answered: () => string } {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.setNoDelay(true);
  let text = "";
  socket.on("error", () => undefined).on("data", (bytes) => (text += bytes));
  return { socket, answered: () => text };
}

const body = "Xin chào ".repeat(900);

test("a body in pieces is looked at once it is whole, and arrives as it was sent", async () => {
  const bytes = Buffer.from(body);
  const { socket, answered } = open();
  socket.write(head(bytes.length));
  for (let at = 0; at < bytes.length; at += 4000) {
    await sleep(50);
    expect(begun).toEqual([]);
    socket.write(bytes.subarray(at, at + 4000));
  }
  await expect.poll(() => Buffer.from(answered()).toString().endsWith(body)).toBe(true);
  socket.destroy();
});

test("a body that came with its head is looked at without waiting, call after call on one connection", async () => {
  const { socket, answered } = open();
  for (const count of [1, 2, 3]) {
    socket.write(`${head(5)}hello`);
    await expect.poll(() => answered().split("hello").length - 1).toBe(count);
  }
  socket.destroy();
});

test("a long body is looked at from its first 16 kB on", async () => {
  const { socket, answered } = open();
  socket.write(head(500_000));
  socket.write("x".repeat(10_000));
  await sleep(200);
  expect(begun).toEqual([]);
  socket.write("x".repeat(10_000));
  await expect.poll(() => begun.length).toBe(1);
  socket.write("x".repeat(480_000));
  await expect.poll(() => answered().endsWith("x".repeat(500_000))).toBe(true);
  socket.destroy();
});

test("a body that stops is refused in words, and its connection ends", async () => {
  const { socket, answered } = open();
  socket.write(`${head(500)}{"text"`);
  await once(socket, "close");
  const [headers = "", text = ""] = answered().split("\r\n\r\n");
  expect(headers).toMatch(/^HTTP\/1\.1 408 /);
  expect(headers).toMatch(/connection: close/i);
  expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ code: "CLIENT_CLOSED", retryable: true });
  expect(begun).toEqual([]);
}, 15_000);

test("whoever hangs up before all has come is never looked at", async () => {
  const { socket } = open();
  socket.write(`${head(500)}{"text"`);
  await sleep(100);
  socket.destroy();
  await expect.poll(() => new Promise((count) => server.getConnections((_, open) => count(open)))).toBe(0);
  expect(begun).toEqual([]);
});
