// @module-tag promise

import { gzipSync } from "node:zlib";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { mintSecret } from "@/lib/keys/secret";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { isDeep } from "@/testing/harness/deep";
import { createApi } from "./app";

const api = createApi();

const alphabet = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];

/** Every single wrong character, every swap of neighbours, every truncation, and the other prefix. */
function listMistyped(key: string): string[] {
  const mistyped = [...key].flatMap((_, place) => {
    const [before, after] = [key.slice(0, place), key.slice(place + 1)];
    const swapped = before + (key[place + 1] ?? "") + (key[place] ?? "") + key.slice(place + 2);
    return [...alphabet.map((letter) => before + letter + after), swapped, before];
  });
  return [...mistyped, key.replace("live", "test"), `${key}0`].filter((text) => text && text !== key);
}

test("a mistyped key is rejected without a query, whatever the mistake", async () => {
  const key = await makeKey(await makeMember());
  const queries = vi.spyOn(pg.Client.prototype, "query");

  const everyEighth = (_: string, place: number) => isDeep || place % 8 === 0;
  for (const mistyped of listMistyped(key).filter(everyEighth)) {
    const answer = await api.request("/tts/models", { headers: { "x-api-key": mistyped } });
    expect(`${answer.status} ${await answer.text()}`).toMatch(/^401 .*"KEY_INVALID"/);
  }
  expect(queries).not.toHaveBeenCalled();

  expect((await api.request("/tts/models", { headers: { "x-api-key": key } })).status).toBe(200);
  expect(queries).toHaveBeenCalled();
});

test("a well-formed key that was never issued gets the same bytes as a revoked one, but for the request id", async () => {
  const revoked = await makeKey(await makeMember());
  await db.apiKey.updateMany({ data: { revokedAt: new Date() } });

  const answers = await Promise.all(
    [revoked, mintSecret()].map(async (key) => {
      const answer = await api.request("/tts/models", { headers: { "x-api-key": key } });
      const id = answer.headers.get("x-request-id") ?? "";
      const text = `${answer.status} ${[...answer.headers].join("\n")} ${await answer.text()}`;
      return text.replaceAll(id, "");
    }),
  );
  expect(answers[0]).toContain("KEY_INVALID");
  expect(answers[0]).toBe(answers[1]);
});

test("a key sent as a bearer token gets an error that names the right header", async () => {
  const key = await makeKey(await makeMember());
  const answer = await api.request("/tts/models", { headers: { authorization: `Bearer ${key}` } });
  const { code, message, messageVi } = (await answer.json()) as Record<string, string>;
  expect([answer.status, code]).toEqual([401, "KEY_MISSING"]);
  expect(answer.headers.get("www-authenticate")).toContain("X-Api-Key");
  for (const words of [message, messageVi]) expect(words).toMatch(/X-Api-Key.*Bearer/);
});

test.each([
  ["/tts", "application/json"],
  ["/tts/preview", "application/json"],
  ["/stt", "multipart/form-data; boundary=x"],
])("a compressed request to %s is rejected as such, and a plain one is not", async (path, type) => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const send = (encoding: string) =>
    api.request(path, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": type, "content-encoding": encoding },
      body: gzipSync("{}"),
    });
  for (const encoding of ["gzip", "br", "gzip, identity"]) {
    const answer = await send(encoding);
    const { code, message } = (await answer.json()) as Record<string, string>;
    expect([answer.status, code]).toEqual([415, "CONTENT_TYPE_UNSUPPORTED"]);
    expect(message).toContain("Content-Encoding");
    expect(answer.headers.get("accept-encoding")).toBe("identity");
  }
  expect((await send("identity")).status).not.toBe(415);
});
