import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { listFiles } from "@/lib/platform/objects/files/write";
import { scanForOrphans } from "@/lib/speech/retention/orphan-scan";
import { readUpload, sweepStoredUploads } from "@/lib/speech/uploads/uploads";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
beforeAll(async () => {
  api = await startApi();
  key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
});
afterAll(() => api.close());
afterEach(() => clock.reset());

const partType = "application/offset+octet-stream";

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer, secret = key) =>
  fetch(`${api.url}${path}`, {
    method,
    headers: { "x-api-key": secret, "tus-resumable": "1.0.0", ...headers },
    body: body && new Uint8Array(body),
  });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

async function create(size: number, headers: Record<string, string> = {}): Promise<string> {
  const made = await ask("POST", "/uploads", { "upload-length": String(size), ...headers });
  expect(made.status).toBe(201);
  return new URL(made.headers.get("location") ?? "").pathname;
}

const send = (path: string, offset: number, body: Buffer, headers: Record<string, string> = {}) =>
  ask("PATCH", path, { "content-type": partType, "upload-offset": String(offset), ...headers }, body);

const offsetOf = async (path: string) => Number((await ask("HEAD", path)).headers.get("upload-offset"));

async function contentOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readUpload(path.replace("/uploads/", ""))) parts.push(part);
  return Buffer.concat(parts);
}

async function countFiles(): Promise<number> {
  let count = 0;
  for await (const _ of listFiles(join(env.VANG_DATA, "objects"))) count++;
  return count;
}

test("a file arrives in parts, and HEAD says how much of it has arrived, and its name", async () => {
  const file = randomBytes(300_000);
  const path = await create(file.length, { "upload-metadata": "filename Y3Xhu5ljIGjhu41wLm1wMw==" });
  expect((await send(path, 0, file.subarray(0, 100_000))).status).toBe(204);
  const head = await ask("HEAD", path);
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(Object.fromEntries(head.headers)).toMatchObject({
    "upload-offset": "100000",
    "upload-length": "300000",
    "upload-metadata": "filename Y3Xhu5ljIGjhu41wLm1wMw==",
    "cache-control": "no-store",
  });
  const last = await send(path, 100_000, file.subarray(100_000));
  expect([last.status, last.headers.get("upload-offset")]).toEqual([204, "300000"]);
  expect((await contentOf(path)).equals(file)).toBe(true);
  expect(await codeOf(await send(path, 300_000, Buffer.from("more")))).toBe("BODY_TOO_LARGE");
});

test("after a broken connection the file goes on from what had arrived", async () => {
  const file = randomBytes(12 * 1024 * 1024);
  const path = await create(file.length);
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  const head = `PATCH ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n`;
  socket.write(`${head}Content-Type: ${partType}\r\nContent-Length: ${file.length}\r\n\r\n`);
  socket.write(file.subarray(0, 9_000_000));
  await expect.poll(() => offsetOf(path)).toBeGreaterThan(8_000_000);
  socket.destroy();
  // Of what was sent, the last kilobytes may not have been read.
  await expect.poll(() => offsetOf(path)).toBeGreaterThan(8_900_000);
  const arrived = await offsetOf(path);
  expect(arrived).toBeLessThanOrEqual(9_000_000);
  expect((await send(path, arrived, file.subarray(arrived))).status).toBe(204);
  expect((await contentOf(path)).equals(file)).toBe(true);
});

test("a part from another place, one without the bytes of its checksum and one of another type are not kept", async () => {
  const path = await create(10);
  const digest = (bytes: string) => createHash("sha256").update(bytes).digest("base64");
  const wrong = await send(path, 3, Buffer.from("45"));
  expect([wrong.status, wrong.headers.get("upload-offset"), await codeOf(wrong)]).toEqual([409, "0", "CONFLICT"]);
  const damaged = await send(path, 0, Buffer.from("012"), { "upload-checksum": `sha256 ${digest("013")}` });
  expect([damaged.status, await codeOf(damaged)]).toEqual([460, "CHECKSUM_MISMATCH"]);
  const typed = await send(path, 0, Buffer.from("012"), { "content-type": "audio/wav" });
  expect(await codeOf(typed)).toBe("CONTENT_TYPE_UNSUPPORTED");
  const old = await send(path, 0, Buffer.from("012"), { "tus-resumable": "0.2.2" });
  expect([old.status, old.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
  expect(await offsetOf(path)).toBe(0);
  const right = await send(path, 0, Buffer.from("012"), { "upload-checksum": `sha256 ${digest("012")}` });
  expect([right.status, String(await contentOf(path))]).toEqual([204, "012"]);
});

test("of two requests that write at once the later one goes on alone", async () => {
  const file = randomBytes(200_000);
  const path = await create(file.length);
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  const head = `PATCH ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n`;
  socket.write(`${head}Content-Type: ${partType}\r\nContent-Length: 200000\r\n\r\nstale`);
  const writerOf = async () => (await db.storedUpload.findUniqueOrThrow({ where: { id: path.slice(9) } })).writer;
  await expect.poll(writerOf).not.toBeNull();
  expect((await send(path, 0, file)).status).toBe(204);
  socket.destroy();
  await expect.poll(async () => (await readdir(join(env.VANG_DATA, "uploads"))).length).toBe(0);
  expect((await contentOf(path)).equals(file)).toBe(true);
});

test("a deleted and an expired upload are gone with their files, and a scan for orphans keeps those of others", async () => {
  const filesBefore = await countFiles();
  const [one, other] = [await create(4, { "upload-metadata": "filename YQ==" }), await create(4)];
  for (const path of [one, other]) await send(path, 0, Buffer.from("data"));
  expect((await ask("DELETE", one)).status).toBe(204);
  expect(await codeOf(await ask("GET", one))).toBe("NOT_FOUND");
  expect(await countFiles()).toBe(filesBefore + 1);
  clock.advance(hours(1));
  await scanForOrphans();
  expect(String(await contentOf(other))).toBe("data");
  clock.advance(hours(23));
  expect(await codeOf(await ask("GET", other))).toBe("NOT_FOUND");
  expect(await sweepStoredUploads()).toBeGreaterThan(0);
  expect(await countFiles()).toBe(0);
});

test("an upload belongs to its business, and no business can have more than its quota", async () => {
  const path = await create(4);
  const outsider = await makeKey(await makeMember());
  for (const method of ["GET", "DELETE"])
    expect(await codeOf(await ask(method, path, {}, undefined, outsider))).toBe("NOT_FOUND");
  const theirs = await ask(
    "PATCH",
    path,
    { "content-type": partType, "upload-offset": "0" },
    Buffer.from("x"),
    outsider,
  );
  expect(await codeOf(theirs)).toBe("NOT_FOUND");
  const length = (size: number) => ask("POST", "/uploads", { "upload-length": String(size) }, undefined, outsider);
  expect((await length(2 * 1024 ** 3 + 1)).status).toBe(413);
  const answers = await Promise.all(Array.from({ length: 6 }, () => length(2 * 1024 ** 3)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
});

test("OPTIONS names the version, the extensions and the largest file", async () => {
  const { status, headers } = await ask("OPTIONS", "/uploads");
  expect(status).toBe(204);
  expect(headers.get("tus-version")).toBe("1.0.0");
  expect(headers.get("tus-max-size")).toBe(String(2 * 1024 ** 3));
  expect(headers.get("tus-extension")).toBe("creation,creation-with-upload,expiration,termination,checksum");
});
