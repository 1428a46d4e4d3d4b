// @module-tag promise
import { Agent, get, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { drain, listen, openPrivateServer } from "./listen";

/** A server whose responses are ended by the test, and its client with one connection. */
async function start(begin: (response: ServerResponse) => void) {
  const state = { isClosing: false };
  const responses: ServerResponse[] = [];
  const server = openPrivateServer((_, response) => {
    begin(response);
    responses.push(response);
  }, state);
  await listen(server, { host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<{ connection: string | undefined; text: string }>((done, failed) => {
      const sent = get({ host: "127.0.0.1", port, agent }, async (response) =>
        done({ connection: response.headers.connection, text: await text(response) }),
      );
      sent.on("error", failed);
    });
  const close = (graceMs: number) => {
    state.isClosing = true;
    return drain(server, graceMs, async () => undefined);
  };
  const respond = async (count: number) => {
    await expect.poll(() => responses.length, { interval: 5 }).toBe(count);
    responses[count - 1]?.end("done");
  };
  return { ask, close, respond, responses };
}

test("a response in progress says that it is the last one of its connection once its server stops", async () => {
  const { ask, close, respond, responses } = await start(() => undefined);
  const first = ask();
  await expect.poll(() => responses.length).toBe(1);
  const closed = close(20);
  await respond(1);
  expect(await first).toEqual({ connection: "close", text: "done" });
  await closed;
});

test("after a response that began before its server stopped, the next request on its connection gets a response", async () => {
  const { ask, close, respond, responses } = await start((response) => void response.flushHeaders());
  const first = ask();
  await expect.poll(() => responses.length).toBe(1);
  const closed = close(20);
  await new Promise((later) => setTimeout(later, 100));
  await respond(1);
  expect(await first).toEqual({ connection: "keep-alive", text: "done" });
  await new Promise((later) => setTimeout(later, 200));
  const next = ask();
  await respond(2);
  expect(await next).toEqual({ connection: "close", text: "done" });
  await closed;
});
