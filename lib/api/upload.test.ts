import { createHash, pbkdf2, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Refusal } from "@/lib/errors";
import { removeOldFiles } from "@/lib/old-files";
import { readUpload, type Upload } from "./upload";

const home = mkdtempSync(join(tmpdir(), "vang-upload-"));
const directory = join(home, "uploads");
const maxBytes = 1_000_000;

let server: Server;
let url: string;
let seen: { upload?: Upload; content?: Buffer; refusal?: Refusal }[] = [];

beforeAll(async () => {
  const listener = getRequestListener(async (request, bindings) => {
    try {
      const { incoming } = bindings as HttpBindings;
      const upload = await readUpload(request, { incoming, maxBytes, directory });
      await upload.written;
      seen.push({ upload, content: readFileSync(upload.path) });
      expect(statSync(upload.path).mode & 0o077).toBe(0);
      await upload.remove();
      return new Response("ok");
    } catch (refusal) {
      seen.push({ refusal: refusal as Refusal });
      return new Response(null, { status: refusal instanceof Refusal ? refusal.status : 500 });
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

async function send(parts: Part[]) {
  seen = [];
  const body = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value, fileName);
  }
  const { status } = await fetch(url, { method: "POST", body });
  return { status, ...seen[0] };
}

const file = (bytes: Uint8Array = randomBytes(1000)): Blob => new Blob([new Uint8Array(bytes)]);

/** Sends exactly these bytes and then ends, or hangs up. */
function sendRaw(
  headers: Record<string, string>,
  pieces: (string | Buffer)[],
  end: "end" | "hang up",
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
    else setTimeout(() => call.destroy(), 500);
  });
}

test("file and fields arrive as they were sent, and nothing stays behind", async () => {
  const bytes = randomBytes(300_000);
  const { status, upload, content } = await send([
    ["modelId", "vang-demo-stt"],
    ["file", file(bytes), "Cuộc họp.wav"],
    ["config", '{"a":1}'],
  ]);
  expect(status).toBe(200);
  expect(content?.equals(bytes)).toBe(true);
  expect(upload).toMatchObject({
    size: 300_000,
    fileName: "Cuộc họp.wav",
    fields: { modelId: "vang-demo-stt", config: '{"a":1}' },
  });
  expect(leftovers()).toEqual([]);
});

test("the same form has the same fingerprint, and a changed byte or field another", async () => {
  const bytes = randomBytes(1000);
  const print = async (parts: Part[]) => (await send(parts)).upload?.fingerprint;
  const first = await print([
    ["file", file(bytes), "a.wav"],
    ["modelId", "m"],
  ]);
  expect(
    await print([
      ["modelId", "m"],
      ["file", file(bytes), "b.wav"],
    ]),
  ).toBe(first);
  expect(
    await print([
      ["modelId", "n"],
      ["file", file(bytes), "a.wav"],
    ]),
  ).not.toBe(first);
  bytes[500] = (bytes[500] as number) ^ 1;
  expect(
    await print([
      ["file", file(bytes), "a.wav"],
      ["modelId", "m"],
    ]),
  ).not.toBe(first);
  expect(createHash("sha256").digest("hex")).not.toBe(first);
});

test("a file of the largest size passes, and one byte more is refused", async () => {
  expect((await send([["file", file(new Uint8Array(maxBytes)), "a"]])).status).toBe(200);
  const { status, refusal } = await send([["file", file(new Uint8Array(maxBytes + 1)), "a"]]);
  expect({ status, code: refusal?.code }).toEqual({ status: 413, code: "BODY_TOO_LARGE" });
  expect(leftovers()).toEqual([]);
});

test("a body that says it is far too large is refused unread", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": String(1e9) };
  expect(await sendRaw(headers, ["--x\r\n"], "hang up")).toBe(413);
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
  ["very many fields", [...Array.from({ length: 20 }, (_, at): Part => [`f${at}`, "x"]), ["file", file(), "a.wav"]]],
] as [string, Part[]][])("%s is refused in words, and leaves nothing", async (_, parts) => {
  const { status, refusal } = await send(parts);
  expect({ status, code: refusal?.code }).toEqual({ status: 400, code: "INVALID_REQUEST" });
  expect(leftovers()).toEqual([]);
});

test.each(["../../etc/passwd", "C:\\Temp\\passwd", "/passwd", "\u202epasswd", "passwd\0"])(
  "%j is kept as a bare name",
  async (name) => {
    const { upload } = await send([["file", file(), name]]);
    expect(upload?.fileName).toMatch(/^passwd(%00)?$/);
    expect(upload?.path.startsWith(directory)).toBe(true);
  },
);

const form = { "content-type": "multipart/form-data; boundary=x" };
const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';

test.each([
  ["ends in the middle of a file", form, [head, Buffer.alloc(5000)], 400],
  ["ends in a header", form, ["--x\r\nContent-Dispo"], 400],
  ["is no form inside", form, ["{}"], 400],
  ["has no boundary", { "content-type": "multipart/form-data" }, ["x"], 415],
  ["is JSON", { "content-type": "application/json" }, ["{}"], 415],
  ["has no type", {}, ["x"], 415],
] as [string, Record<string, string>, (string | Buffer)[], number][])(
  "a body that %s is refused",
  async (_, headers, pieces, status) => {
    expect(await sendRaw(headers, pieces, "end")).toBe(status);
    expect(leftovers()).toEqual([]);
  },
);

test.each([
  ['filename="a%22b%0D%0Ac.wav"', 'a"bc.wav'],
  ["filename*=UTF-8''Cu%E1%BB%99c%20h%E1%BB%8Dp.wav; filename=\"plain.wav\"", "Cuộc họp.wav"],
  ["filename=\"plain.wav\"; filename*=iso-8859-1'en'%A3.wav", "£.wav"],
  ["filename*1*=%91c%20; filename*0*=UTF-8''Cu%E1%BB; filename*2=\"h%op.wav\"", "Cuốc h%op.wav"],
  ['filename*0="long"; filename*1="-name.wav"; filename*3="lost"', "long-name.wav"],
  ["filename*=nobody's'%E1%BB%98.wav", "Ộ.wav"],
])("a file sent with %s has its name decoded", async (parameters, name) => {
  const disposition = `--x\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\n`;
  for (const size of [10, 300_000]) {
    expect(await sendRaw(form, [disposition, Buffer.alloc(size), "\r\n--x--\r\n"], "end")).toBe(200);
    expect(seen[0]?.upload).toMatchObject({ fileName: name, size });
  }
});

test("an upload of which little has come has no file yet, and goes on to be whole", async () => {
  seen = [];
  const bytes = randomBytes(400_000);
  const call = httpRequest(url, { method: "POST", headers: form });
  const answered = once(call, "response");
  call.write(head);
  call.write(bytes.subarray(0, 5000));
  await sleep(300);
  expect(leftovers()).toEqual([]);
  call.end(Buffer.concat([bytes.subarray(5000), Buffer.from("\r\n--x--\r\n")]));
  const [response] = (await answered) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  expect(seen[0]?.content?.equals(bytes)).toBe(true);
});

test("whoever stops sending is answered with a refusal while their connection is still there", async () => {
  seen = [];
  const call = httpRequest(url, { method: "POST", headers: form });
  const answered = once(call, "response");
  call.write(head);
  const [response] = (await answered) as [IncomingMessage];
  call.on("error", () => undefined).destroy();
  expect(seen[0]?.refusal).toMatchObject({ code: "CLIENT_CLOSED" });
  expect(response.statusCode).toBe(seen[0]?.refusal?.status);
  expect(leftovers()).toEqual([]);
});

test("whoever hangs up in the middle leaves no file behind", async () => {
  await sendRaw(form, [head, Buffer.alloc(200_000)], "hang up");
  await expect.poll(() => seen.length).toBe(1);
  expect(seen[0]?.refusal?.code).toMatch(/CLIENT_CLOSED|INVALID_REQUEST/);
  await expect.poll(leftovers).toEqual([]);
});

test.runIf(existsSync("/proc/self/fd"))(
  "a broken upload is told only once nothing holds its file any more",
  async () => {
    const busy = { stopped: false };
    // Disk work waits behind these, as it does on a machine with much to do.
    const occupy = (): void => void (busy.stopped || pbkdf2("a", "b", 50_000, 32, "sha256", occupy));
    for (let thread = 0; thread < 8; thread++) occupy();
    try {
      for (let round = 0; round < 5; round++) {
        const body = Readable.toWeb(Readable.from([Buffer.from(head), Buffer.alloc(5000)])) as ReadableStream;
        const request = new Request(url, { method: "POST", headers: form, body, duplex: "half" } as RequestInit);
        await expect(readUpload(request, { maxBytes, directory })).rejects.toMatchObject({ code: "INVALID_REQUEST" });
        const open = readdirSync("/proc/self/fd").map((fd) => readLink(`/proc/self/fd/${fd}`));
        expect(open.filter((path) => path.startsWith(directory))).toEqual([]);
        expect(leftovers()).toEqual([]);
      }
    } finally {
      busy.stopped = true;
    }
  },
);

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

test("a directory that cannot be written is our trouble, told as such", async () => {
  const body = new FormData();
  body.append("file", file(), "a.wav");
  const request = new Request("http://localhost/", { method: "POST", body });
  const occupied = join(home, "occupied");
  writeFileSync(occupied, "");
  await expect(readUpload(request, { maxBytes, directory: join(occupied, "uploads") })).rejects.toMatchObject({
    code: "OVERLOADED",
  });
});

test("a file that grows too long is refused while it still comes", async () => {
  const endless = Readable.from(
    (function* () {
      yield Buffer.from(head);
      for (;;) yield Buffer.alloc(64 * 1024);
    })(),
  );
  const init = { method: "POST", headers: form, body: Readable.toWeb(endless), duplex: "half" };
  const request = new Request("http://localhost/", init as RequestInit);
  await expect(readUpload(request, { maxBytes, directory })).rejects.toMatchObject({ code: "BODY_TOO_LARGE" });
  expect(leftovers()).toEqual([]);
});

test("the digest is that of the file's bytes", async () => {
  const bytes = randomBytes(5000);
  const { upload } = await send([["file", file(bytes), "a.wav"]]);
  expect(upload?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
});

test("the sweep takes files that are old enough, and no other", async () => {
  const swept = join(home, "swept");
  expect(await removeOldFiles(swept, new Date())).toBe(0);
  mkdirSync(swept);
  for (const name of ["old", "new"]) writeFileSync(join(swept, name), "x");
  utimesSync(join(swept, "old"), 1000, 1000);
  expect(await removeOldFiles(swept, new Date(Date.now() - 3_600_000))).toBe(1);
  expect(readdirSync(swept)).toEqual(["new"]);
});
