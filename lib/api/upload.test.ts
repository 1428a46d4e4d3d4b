// @module-tag promise
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { removeStaleFiles } from "@/lib/platform/objects/files/remove-stale-files";
import { readUpload } from "./upload";

const home = mkdtempSync(join(tmpdir(), "vang-upload-"));
const directory = join(home, "uploads");
const maxBytes = 1_000_000;

let server: Server;
let url: string;
let seen: { form?: Awaited<ReturnType<typeof readUpload>>; content?: Buffer; refusal?: AppError }[] = [];

beforeAll(async () => {
  const listener = getRequestListener(async (request, bindings) => {
    try {
      const { incoming } = bindings as HttpBindings;
      const form = await readUpload(request, { incoming, maxBytes, directory });
      const { path, bytes } = form.upload;
      seen.push({ form, content: bytes ?? readFileSync(path) });
      if (path) expect(statSync(path).mode & 0o077).toBe(0);
      if (path) await rm(path);
      return new Response("ok");
    } catch (appError) {
      seen.push({ refusal: appError as AppError });
      return new Response(null, { status: appError instanceof AppError ? appError.status : 500 });
    }
  });
  server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(home, { recursive: true, force: true });
});

const leftovers = () => (existsSync(directory) ? readdirSync(directory) : []);

type Part = [name: string, value: string | Blob, fileName?: string];

function formOf(parts: Part[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}

async function send(parts: Part[]) {
  seen = [];
  const { status } = await fetch(url, { method: "POST", body: formOf(parts) });
  return { status, ...seen[0] };
}

const file = (bytes: Uint8Array = randomBytes(1000)): Blob => new Blob([new Uint8Array(bytes)]);

/** Sends exactly these bytes and then ends, disconnects, or waits. */
function sendRaw(
  headers: Record<string, string>,
  pieces: (string | Buffer)[],
  end: "end" | "disconnect" | "wait",
): Promise<number> {
  seen = [];
  return new Promise((resolve) => {
    const call = httpRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on("error", () => resolve(0));
    for (const piece of pieces) call.write(piece);
    if (end === "end") call.end();
    else if (end === "disconnect") setTimeout(() => call.destroy(), 500);
  });
}

test("file and fields arrive as they were sent", async () => {
  const bytes = randomBytes(300_000);
  const { status, form, content } = await send([
    ["modelId", "vang-demo-stt"],
    ["file", file(bytes), "Cuộc họp.wav"],
    ["config", '{"a":1}'],
  ]);
  expect(status).toBe(200);
  expect(content?.equals(bytes)).toBe(true);
  expect(form).toMatchObject({
    upload: { size: 300_000, fileName: "Cuộc họp.wav" },
    fields: { modelId: "vang-demo-stt", config: '{"a":1}' },
  });
});

test("the same form has the same fingerprint, and a changed byte or field another", async () => {
  const bytes = randomBytes(1000);
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500);
  const fingerprintOf = async (parts: Part[]) => (await send(parts)).form?.fingerprint;
  const [first, same, otherField, otherByte] = [
    await fingerprintOf([
      ["file", file(bytes), "a.wav"],
      ["modelId", "m"],
    ]),
    await fingerprintOf([
      ["modelId", "m"],
      ["file", file(bytes), "b.wav"],
    ]),
    await fingerprintOf([
      ["modelId", "n"],
      ["file", file(bytes), "a.wav"],
    ]),
    await fingerprintOf([
      ["file", file(changed), "a.wav"],
      ["modelId", "m"],
    ]),
  ];
  expect(same).toBe(first);
  expect(new Set([first, otherField, otherByte]).size).toBe(3);
});

test("a short file is never written to the disk", async () => {
  const bytes = randomBytes(200_000);
  const { form, content } = await send([["file", file(bytes), "a.wav"]]);
  expect(form?.upload.path).toBeUndefined();
  expect(content?.equals(bytes)).toBe(true);
});

test("a file of the largest size passes, and one byte more is rejected", async () => {
  expect((await send([["file", file(new Uint8Array(maxBytes)), "a"]])).status).toBe(200);
  const { status, refusal: appError } = await send([["file", file(new Uint8Array(maxBytes + 1)), "a"]]);
  expect({ status, code: appError?.code }).toEqual({ status: 413, code: "BODY_TOO_LARGE" });
  expect(leftovers()).toEqual([]);
});

test("a body that declares a far larger length is rejected unread", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": String(1e9) };
  expect(await sendRaw(headers, ["--x\r\n"], "disconnect")).toBe(413);
});

test.each([
  ["no file", [["modelId", "m"]]],
  ["an empty form", []],
  ["a file under another name", [["audio", file(), "a.wav"]]],
  [
    "two files",
    [
      ["file", file(), "a.wav"],
      ["file", file(), "b.wav"],
    ],
  ],
  [
    "a field twice",
    [
      ["modelId", "m"],
      ["modelId", "n"],
      ["file", file(), "a.wav"],
    ],
  ],
  [
    "a very long field",
    [
      ["config", "x".repeat(70_000)],
      ["file", file(), "a.wav"],
    ],
  ],
  [
    "a field with a very long name",
    [
      ["m".repeat(101), "x"],
      ["file", file(), "a.wav"],
    ],
  ],
  ["very many fields", [...Array.from({ length: 20 }, (_, at): Part => [`f${at}`, "x"]), ["file", file(), "a.wav"]]],
] as [string, Part[]][])("%s is rejected, and leaves no file", async (_, parts) => {
  const { status, refusal: appError } = await send(parts);
  expect({ status, code: appError?.code }).toEqual({ status: 400, code: "INVALID_REQUEST" });
  expect(leftovers()).toEqual([]);
});

test.each(["../../etc/passwd", "C:\\Temp\\passwd", "/passwd", "\u202epasswd", "passwd\0"])(
  "%j is stored as a bare name",
  async (name) => {
    const { form } = await send([["file", file(randomBytes(300_000)), name]]);
    expect(form?.upload.fileName).toMatch(/^passwd(%00)?$/);
    expect(form?.upload.path?.startsWith(directory)).toBe(true);
  },
);

const formType = { "content-type": "multipart/form-data; boundary=x" };
const fileHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';

test.each([
  ["ends in the middle of a file", formType, [fileHead, Buffer.alloc(5000)], 400],
  ["ends in the middle of a long file", formType, [fileHead, Buffer.alloc(500_000)], 400],
  ["ends in a header", formType, ["--x\r\nContent-Dispo"], 400],
  ["is no form inside", formType, ["{}"], 400],
  ["has no boundary", { "content-type": "multipart/form-data" }, ["x"], 415],
  ["is JSON", { "content-type": "application/json" }, ["{}"], 415],
  ["has no type", {}, ["x"], 415],
] as [string, Record<string, string>, (string | Buffer)[], number][])(
  "a body that %s is rejected, and leaves no file",
  async (_, headers, pieces, status) => {
    expect(await sendRaw(headers, pieces, "end")).toBe(status);
    expect(leftovers()).toEqual([]);
  },
);

const wave = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), Buffer.alloc(30)]);

/** One part with this head and content, and no file name. */
const part = (head: string, content: string | Buffer) => [`--x\r\n${head}\r\n\r\n`, content, "\r\n--x--\r\n"];

test.each([
  ["without a type", 'Content-Disposition: form-data; name="file"'],
  ["with a type", 'Content-Disposition: form-data; name="file"\r\nContent-Type: audio/wav'],
  ["as binary", 'Content-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream'],
])("audio that is sent without a file name, %s, is taken", async (_, head) => {
  expect(await sendRaw(formType, part(head, wave), "end")).toBe(200);
  expect(seen[0]).toMatchObject({ form: { upload: { size: wave.length, fileName: null }, fields: {} }, content: wave });
});

const named = 'Content-Disposition: form-data; name="file"';

test.each([
  ["no boundary", { "content-type": "multipart/form-data" }, ["--x"], 415, "api.noBoundary", {}],
  ["no boundary behind a semicolon", { "content-type": "multipart/form-data; " }, ["--x"], 415, "api.noBoundary", {}],
  ["an empty boundary", { "content-type": 'multipart/form-data; boundary=""' }, ["--x"], 415, "api.noBoundary", {}],
  [
    "another boundary",
    { "content-type": "multipart/form-data; boundary=y" },
    part(named, wave),
    400,
    "api.noParts",
    {},
  ],
  ["an empty body", { ...formType, "content-length": "0" }, [], 400, "api.noParts", {}],
  ["the name of a file as text", formType, part(named, "hello.wav"), 400, "api.fileAsText", {}],
  [
    "the name of a file with an @",
    formType,
    part(`${named}\r\nContent-Type: text/plain`, "@a.wav"),
    400,
    "api.fileAsText",
    {},
  ],
  ["no file", formType, part('Content-Disposition: form-data; name="model"', "m"), 400, "api.noFile", {}],
  [
    "the file in another field",
    formType,
    part('Content-Disposition: form-data; name="audio"; filename="a.wav"', wave),
    400,
    "api.fileElsewhere",
    { sent: "audio" },
  ],
  [
    "a file in a field without a name",
    formType,
    part('Content-Disposition: form-data; filename="a.wav"', wave),
    400,
    "api.noFile",
    {},
  ],
] as [string, Record<string, string>, (string | Buffer)[], number, string, object][])(
  "a form with %s is rejected by the name of its mistake, and leaves no file",
  async (_, headers, pieces, status, message, values) => {
    expect(await sendRaw(headers, pieces, "end")).toBe(status);
    expect(seen[0]?.refusal).toMatchObject({ message });
    expect(seen[0]?.refusal?.details.values ?? {}).toMatchObject(values);
    expect(leftovers()).toEqual([]);
  },
);

test.each([
  ['filename="a%22b%0D%0Ac.wav"', 'a"bc.wav'],
  ["filename*=UTF-8''Cu%E1%BB%99c%20h%E1%BB%8Dp.wav", "Cuộc họp.wav"],
])("a file sent with %s has its name decoded", async (parameters, fileName) => {
  const disposition = `--x\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\n`;
  expect(await sendRaw(formType, [disposition, "RIFF", "\r\n--x--\r\n"], "end")).toBe(200);
  expect(seen[0]?.form?.upload).toMatchObject({ fileName, size: 4 });
});

test("a client that disconnects in the middle leaves no file", async () => {
  await sendRaw(formType, [fileHead, Buffer.alloc(600_000)], "disconnect");
  await expect.poll(() => seen.length).toBe(1);
  expect(seen[0]?.refusal?.code).toBe("CLIENT_CLOSED");
  expect(leftovers()).toEqual([]);
});

test("after a form that was rejected early its connection serves the next request", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = async (parts: Part[]) => {
    const encoded = new Response(formOf(parts));
    const body = Buffer.from(await encoded.arrayBuffer());
    const headers = { "content-type": encoded.headers.get("content-type") ?? "", "content-length": body.length };
    return new Promise((resolve, fail) => {
      const call = httpRequest(url, { method: "POST", headers, agent }, (response) => {
        const { localPort } = response.socket;
        response.resume().on("end", () => resolve({ status: response.statusCode, localPort }));
      });
      call.on("error", fail).end(body);
    });
  };
  const first = await post([
    ["modelId", "m"],
    ["modelId", "n"],
    ["file", file(randomBytes(900_000)), "a.wav"],
  ]);
  const second = await post([["file", file(), "a.wav"]]);
  agent.destroy();
  expect(first).toMatchObject({ status: 400 });
  expect(second).toEqual({ ...(first as object), status: 200 });
});

test("a form that is wrong is rejected although the rest of it never comes", async () => {
  const field = '--x\r\nContent-Disposition: form-data; name="modelId"\r\n\r\nm\r\n';
  expect(await sendRaw(formType, [field + field + fileHead], "wait")).toBe(400);
});

test("a directory that cannot be written is reported as an overload", async () => {
  const occupied = join(home, "occupied");
  writeFileSync(occupied, "");
  const request = new Request("http://localhost/", {
    method: "POST",
    body: formOf([["file", file(randomBytes(300_000)), "a.wav"]]),
  });
  await expect(readUpload(request, { maxBytes, directory: join(occupied, "uploads") })).rejects.toMatchObject({
    code: "OVERLOADED",
  });
});

test("a file of undeclared length is rejected as soon as it is too long", async () => {
  const endless = Readable.from(
    (function* () {
      yield Buffer.from(fileHead);
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
  const init = { method: "POST", headers: formType, body: Readable.toWeb(endless), duplex: "half" };
  const request = new Request("http://localhost/", init as RequestInit);
  await expect(readUpload(request, { maxBytes, directory })).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  expect(leftovers()).toEqual([]);
});

test("the sweep takes files that are old enough, and no other", async () => {
  const swept = join(home, "swept");
  expect(await removeStaleFiles(swept, new Date())).toBe(0);
  mkdirSync(swept);
  for (const name of ["old", "new"]) writeFileSync(join(swept, name), "x");
  utimesSync(join(swept, "old"), 1000, 1000);
  utimesSync(join(swept, "new"), new Date(), new Date());
  expect(await removeStaleFiles(swept, new Date(Date.now() - 3_600_000))).toBe(1);
  expect(readdirSync(swept)).toEqual(["new"]);
});
