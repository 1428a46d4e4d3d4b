// @module-tag slow
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exchange } from "@/testing/harness/raw-http";
import { ConsoleLink } from "./console-link";
import { forwardTo } from "./forward";

const directory = mkdtempSync(join(tmpdir(), "vang-forward-"));
let link: ConsoleLink;
let edge: Server;
let port: number;
let url: string;
let open: Server[];

beforeEach(async () => {
  link = new ConsoleLink();
  edge = createServer(forwardTo(link)).listen(0, "127.0.0.1");
  open = [edge];
  await once(edge, "listening");
  port = (edge.address() as AddressInfo).port;
  url = `http://127.0.0.1:${port}`;
});
afterEach(() => {
  link.use(undefined);
  for (const server of open) server.close().closeAllConnections();
  rmSync(directory, { recursive: true, force: true });
});

/** A console in place of Next, at a socket of its own. */
async function startConsole(handler: RequestListener): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), "vang-forward-")), "console.sock");
  const server = createServer(handler).listen(path);
  open.push(server);
  await once(server, "listening");
  return path;
}

const ask = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) => {
  const sent = request(url + path, { agent: false, ...options });
  return { sent, response: once(sent, "response").then(([response]) => response as IncomingMessage) };
};

test("bodies of both directions pass byte by byte, with the status and each header of the console", async () => {
  const upload = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
  link.use(
    await startConsole(async (incoming, response) => {
      const body = await buffer(incoming);
      response.writeHead(201, [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
        ["x-said", `${incoming.method} ${incoming.url}`],
      ] as never);
      response.end(body);
    }),
  );
  const response = await fetch(`${url}/a%20b?c=%00`, { method: "POST", body: upload });
  expect([response.status, response.headers.getSetCookie(), response.headers.get("x-said")]).toEqual([
    201,
    ["a=1", "b=2"],
    "POST /a%20b?c=%00",
  ]);
  expect(Buffer.from(await response.arrayBuffer()).equals(upload)).toBe(true);
});

test("each cookie is passed on beside a header that the public port sets itself", async () => {
  const forward = forwardTo(link);
  edge.removeAllListeners("request").on("request", (incoming, response) => {
    response.setHeader("connection", "close");
    forward(incoming, response);
  });
  link.use(await startConsole((_, response) => response.setHeader("set-cookie", ["a=1", "b=2"]).end()));
  const response = await fetch(url);
  expect([response.headers.getSetCookie(), response.headers.get("connection")]).toEqual([["a=1", "b=2"], "close"]);
});

test("a response is passed on while the console is still writing it", async () => {
  let end = () => {};
  link.use(
    await startConsole((_, response) => {
      response.write("first");
      end = () => void response.end("last");
    }),
  );
  const { body } = await fetch(url);
  const reader = body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
  end();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("last");
});

test("headers of one connection are not passed on, in either direction", async () => {
  let seen: IncomingMessage["headers"] = {};
  link.use(
    await startConsole((incoming, response) => {
      seen = incoming.headers;
      response.setHeader("connection", "close").end("text");
    }),
  );
  const headers =
    "Connection: keep-alive, x-a\r\nTE: trailers\r\nExpect: 100-continue\r\nProxy-Connection: keep-alive\r\n";
  const bytes = `POST / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n${headers}Content-Length: 1\r\n\r\nx`;
  const { answers } = await exchange(port, [bytes], { enough: 2 });
  expect(answers.at(-1)).toMatchObject({ status: 200, body: "text" });
  expect(answers.at(-1)?.headers.toLowerCase()).not.toContain("connection: close");
  expect(seen).toEqual({ host: "a", "x-a": "1", "content-length": "1", connection: "keep-alive" });
});

test("the console sees that a client has disconnected, before and after its response began", async () => {
  const closed: Promise<unknown>[] = [];
  link.use(
    await startConsole((incoming, response) => {
      closed.push(once(response, "close"));
      if (incoming.url === "/begun") response.write("first");
    }),
  );
  const begun = ask("/begun");
  begun.sent.end();
  await begun.response;
  const silent = ask("/silent");
  silent.response.catch(() => undefined);
  silent.sent.end();
  await expect.poll(() => closed.length).toBe(2);
  begun.sent.destroy();
  silent.sent.destroy();
  await Promise.all(closed);
});

test("a client that reads slowly keeps the console waiting, and the rest is not kept in memory", async () => {
  let written = 0;
  link.use(
    await startConsole((_, response) => {
      const chunk = Buffer.alloc(1_000_000);
      const write = () => {
        while (written < 200) {
          written += 1;
          if (!response.write(chunk)) return void response.once("drain", write);
        }
        response.end();
      };
      write();
    }),
  );
  const { sent, response } = ask("/long");
  sent.end();
  const slow = await response;
  await new Promise((later) => setTimeout(later, 500));
  expect(written).toBeLessThan(100);
  expect((await buffer(slow)).length).toBe(200_000_000);
});

test("a response that comes before the whole body reaches the client, and its connection goes on", async () => {
  link.use(await startConsole((_, response) => response.writeHead(413).end("too large")));
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n";
  const next = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
  const { answers } = await exchange(port, [head, "x".repeat(50_000), "x".repeat(50_000), next], { enough: 2 });
  expect(answers.map(({ status }) => status)).toEqual([413, 413]);
});

test("a request waits for a console that starts, and one that another console did not take is sent to the next", async () => {
  const early = fetch(url, { method: "POST", body: "first" });
  link.use(join(directory, "nothing-listens.sock"));
  await new Promise((later) => setTimeout(later, 50));
  link.use(await startConsole(async (incoming, response) => response.end(await buffer(incoming))));
  expect(await (await early).text()).toBe("first");
});

test("without a console a page says in both languages that it restarts, and a form's script gets one word", async () => {
  link.use(
    await startConsole((incoming) => {
      incoming.socket.destroy();
    }),
  );
  const response = await fetch(url, { method: "POST", body: "a" });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  const text = await response.text();
  expect(text).toContain("Bảng điều khiển đang khởi động lại.");
  expect(text).toContain("The console is restarting.");
  const action = await fetch(url, { method: "POST", body: "a", headers: { "next-action": "00" } });
  expect([action.headers.get("content-type"), await action.text()]).toEqual(["text/plain", "CONSOLE_AWAY"]);
});
