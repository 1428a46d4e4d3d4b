import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = (request: IncomingMessage, response: ServerResponse, bytes: Uint8Array) => void;

/** Serves files over HTTP with ranges, as model hosts do, unless a trick responds instead. */
export async function serveFiles(files: Record<string, Uint8Array>) {
  const requests: string[] = [];
  const tricks = new Map<string, Answer[]>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").slice(1);
    requests.push(`${path} ${request.headers.range ?? "whole"}`);
    const bytes = files[path];
    const trick = tricks.get(path)?.shift();
    if (!bytes) return response.writeHead(404).end();
    return (trick ?? serve)(request, response, bytes);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests,
    /** Sets the responses to the next requests for a path; later ones are normal. */
    trick: (path: string, ...answers: Answer[]) => tricks.set(path, answers),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const etagOf = (bytes: Uint8Array) => `"${createHash("sha256").update(bytes).digest("hex")}"`;

const serve: Answer = (request, response, bytes) => {
  const etag = etagOf(bytes);
  const isSame = [undefined, etag].includes(request.headers["if-range"] as string | undefined);
  const start = isSame ? startOf(request) : 0;
  const isPart = isSame && request.headers.range !== undefined;
  if (start >= bytes.length) return response.writeHead(416).end();
  const range = { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
  response.writeHead(isPart ? 206 : 200, { etag, "content-length": bytes.length - start, ...(isPart && range) });
  response.end(bytes.subarray(start));
};

const startOf = ({ headers }: IncomingMessage) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);

/** Ends the connection after so many bytes of the file, wherever the response began. */
export const cutAt =
  (end: number): Answer =>
  (request, response, bytes) => {
    const start = startOf(request);
    const range = { "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(start ? 206 : 200, { "content-length": bytes.length - start, ...(start && range) });
    response.write(bytes.subarray(start, end), () => response.socket?.destroySoon());
  };

/** Ignores ranges. */
export const whole: Answer = (_, response, bytes) =>
  response.writeHead(200, { "content-length": bytes.length }).end(bytes);

/** Responds to a range with bytes from another position to the end. */
export const from =
  (start: number): Answer =>
  (_, response, bytes) => {
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    response.writeHead(206, { "content-length": bytes.length - start, "content-range": range });
    response.end(bytes.subarray(start));
  };

/** Responds to a range without naming it. */
export const unnamedRange: Answer = (request, response, bytes) =>
  response.writeHead(206).end(bytes.subarray(startOf(request)));

/** Sends something else. */
export const instead =
  (other: Uint8Array): Answer =>
  (request, response) =>
    serve(request, response, other);

/** Sends more bytes than it announced. */
export const endless: Answer = (_, response, bytes) => {
  response.writeHead(200);
  const more = () => void response.write(bytes, (error) => error || setImmediate(more));
  more();
};

export const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end();

/** Sends so many bytes of the file with its ETag, and then nothing. */
export const stallAt =
  (end: number): Answer =>
  (_, response, bytes) => {
    response.writeHead(200, { etag: etagOf(bytes), "content-length": bytes.length });
    response.write(bytes.subarray(0, end));
  };

/** Sends a beginning and then nothing. */
export const silent: Answer = (_, response, bytes) =>
  response.writeHead(200, { "content-length": bytes.length }).write(bytes.subarray(0, 10));
