import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { newToken } from "@/lib/platform/crypto";
import { signatureOf } from "./s3-signature";

export const s3Keys = { AWS_ACCESS_KEY_ID: "vang", AWS_SECRET_ACCESS_KEY: "a secret of tests" };

/**
 * What is wrong with a store: `full` rejects what is written; `hanging` takes a request and never answers it, though
 * it stores what it is sent; `stalling` sends half of a body.
 */
export type Trouble = "full" | "hanging" | "slow" | "stalling" | null;

type Options = { directory: string; port?: number; bucket?: string };

/** The part of S3 that Vang uses, for one bucket whose objects are files of a directory; signatures are verified. */
export async function startS3({ directory, port = 0, bucket = "vang" }: Options) {
  const state = { trouble: null as Trouble, versioning: "", isLocked: false, requests: 0, busyFor: 0 };
  const server = createServer((request, response) => {
    state.requests++;
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://s3");
    const [, named, ...rest] = decodeURIComponent(pathname).split("/");
    const key = rest.join("/");
    const fail = (status: number, code: string) => {
      request.resume();
      const body = request.method === "HEAD" ? "" : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
      response.writeHead(status, { "content-type": "application/xml" }).end(body);
    };
    const known = new RegExp(`Credential=${s3Keys.AWS_ACCESS_KEY_ID}/.*Signature=(\\w+)`);
    const signature = known.exec(request.headers.authorization ?? "")?.[1];
    if (!signature) return fail(403, "InvalidAccessKeyId");
    if (signature !== signatureOf(request, s3Keys.AWS_SECRET_ACCESS_KEY)) return fail(403, "SignatureDoesNotMatch");
    if (state.busyFor-- > 0) return fail(503, "SlowDown");
    if (named !== bucket) return fail(404, "NoSuchBucket");
    if (state.trouble === "slow") await sleep(300);
    if (state.trouble === "hanging" && request.method !== "PUT") return request.resume();
    if (key) return object(key, request, response, fail);
    if (searchParams.has("versioning"))
      return xml(response, `<VersioningConfiguration>${tag("Status", state.versioning)}</VersioningConfiguration>`);
    if (searchParams.has("object-lock")) {
      if (!state.isLocked) return fail(404, "ObjectLockConfigurationNotFoundError");
      const enabled = tag("ObjectLockEnabled", "Enabled");
      return xml(response, `<ObjectLockConfiguration>${enabled}</ObjectLockConfiguration>`);
    }
    return request.method === "HEAD" ? response.end() : list(searchParams, response);
  }

  async function object(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    fail: (status: number, code: string) => void,
  ) {
    const path = join(directory, key);
    if (request.method === "PUT") {
      if (state.trouble === "full") return fail(507, "InsufficientStorage");
      const length = request.headers["content-length"];
      if (length === undefined) return fail(411, "MissingContentLength");
      const draft = join(directory, `${newToken().slice(0, 12)}.draft`);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(request, createWriteStream(draft));
      await rename(draft, path);
      return state.trouble === "hanging" ? undefined : response.writeHead(200, { etag: '"x"' }).end();
    }
    if (request.method === "DELETE") {
      await rm(path, { force: true });
      return response.writeHead(204).end();
    }
    const file = await stat(path).catch(() => null);
    if (!file) return fail(404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const [start, end] = [Number(from ?? 0), Math.min(Number(to ?? file.size - 1), file.size - 1)];
    if (from !== undefined && start >= file.size) return fail(416, "InvalidRange");
    response.writeHead(from === undefined ? 200 : 206, {
      "content-length": end - start + 1,
      "last-modified": file.mtime.toUTCString(),
      ...(from !== undefined && { "content-range": `bytes ${start}-${end}/${file.size}` }),
    });
    if (request.method === "HEAD" || file.size === 0) return response.end();
    if (state.trouble !== "stalling") return pipeline(createReadStream(path, { start, end }), response);
    return createReadStream(path, { start, end: start + Math.floor((end - start) / 2) }).pipe(response, { end: false });
  }

  async function list(query: URLSearchParams, response: ServerResponse) {
    const names = await readdir(directory, { recursive: true, withFileTypes: true });
    const after = query.get("continuation-token") ?? "";
    const keys = names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
      .filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after && !key.endsWith(".draft"))
      .sort();
    const page = keys.slice(0, 1000);
    const rows = await Promise.all(page.map(async (key) => describeObject(key, await stat(join(directory, key)))));
    const next = keys.length > page.length ? tag("NextContinuationToken", page.at(-1) ?? "") : "";
    const more = `<IsTruncated>${keys.length > page.length}</IsTruncated>${next}`;
    return xml(response, `<ListBucketResult>${more}${rows.join("")}</ListBucketResult>`);
  }

  const listen = () => new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  await mkdir(directory, { recursive: true });
  await listen();
  port = (server.address() as AddressInfo).port;
  return {
    state,
    endpoint: `http://127.0.0.1:${port}`,
    url: `s3://${bucket}?region=us-east-1&endpoint=http://127.0.0.1:${port}`,
    /** No longer accepts connections, until `restart`. */
    stop: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
    restart: listen,
  };
}

const tag = (name: string, text: string) => (text ? `<${name}>${text}</${name}>` : "");

const describeObject = (key: string, { mtime, size }: { mtime: Date; size: number }) =>
  `<Contents>${tag("Key", key)}${tag("LastModified", mtime.toISOString())}${tag("Size", String(size))}</Contents>`;

const xml = (response: ServerResponse, text: string) =>
  response.writeHead(200, { "content-type": "application/xml" }).end(`<?xml version="1.0"?>${text}`);
