// @module-tag slow
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import { requireOpenStream, type Speech, sendStream } from "./send-speech";

const caller = (keyId: string) => ({ keyId }) as Caller;

let left = 0;

/** Speech without an end. */
function endless(): { speech: Speech; parts: AsyncGenerator<Uint8Array> } {
  const begun = { file: {}, leave: () => left++ } as unknown as Speech["begun"];
  const speech = { begun, words: [], ran: new Promise<never>(() => undefined), read: () => parts };
  const parts = (async function* () {
    for (;;) {
      yield new Uint8Array(64 * 1024);
      await sleep(0);
    }
  })();
  return { speech, parts };
}

test("a key has 100 streams that no client reads, another key its own, and a stream that is closed makes room", async () => {
  const open = (keyId: string) => {
    requireOpenStream(caller(keyId));
    const { speech, parts } = endless();
    return sendStream(speech, parts, { caller: caller(keyId), headers: {} });
  };
  const streams = Array.from({ length: 100 }, () => open("key_1"));
  expect(() => open("key_1")).toThrow(expect.objectContaining({ code: "CONCURRENCY_LIMITED_KEY" }));
  const other = open("key_2");
  await streams[0]?.response.body?.cancel();
  await vi.waitFor(() => requireOpenStream(caller("key_1")));
  streams.push(open("key_1"));
  expect(() => open("key_1")).toThrow();
  for (const { response } of [...streams.slice(1), other]) await response.body?.cancel();
  await vi.waitFor(() => expect(left).toBe(102));
  for (const keyId of ["key_1", "key_2"]) requireOpenStream(caller(keyId));
});

const server = createServer((_, outgoing) => {
  const { speech, parts } = endless();
  const { response } = sendStream(speech, parts, {
    caller: caller("key_3"),
    outgoing,
    headers: {},
    mostUnreadMs: 2000,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  outgoing.once("close", () => void reader.cancel());
  const pass = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      if (!outgoing.write(part.value)) await new Promise((resume) => outgoing.once("drain", resume));
  };
  void pass().catch(() => undefined);
});
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => new Promise<unknown>((done) => server.close(done)));

test("a client that reads nothing up to the limit is disconnected, and its engine stops; one that reads slowly is not", async () => {
  const { port } = server.address() as AddressInfo;
  const ask = () => {
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    return socket;
  };
  const before = left;
  const slow = ask();
  slow.on("data", () => {
    slow.pause();
    setTimeout(() => slow.resume(), 50);
  });
  ask().pause();
  await vi.waitFor(() => expect(left).toBe(before + 1), { timeout: 20_000, interval: 50 });
  expect(slow.closed).toBe(false);
  slow.destroy();
  await vi.waitFor(() => expect(left).toBe(before + 2), { timeout: 20_000 });
});
