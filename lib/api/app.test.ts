import pg from "pg";
import { expect, test, vi } from "vitest";
import { db } from "@/lib/db";
import { mintSecret } from "@/lib/keys/secret";
import { makeKey, makeMember } from "@/prisma/factories";
import { createApi } from "./app";

test("a key with one character changed is refused without a query", async () => {
  const api = createApi();
  const key = await makeKey(await makeMember());
  const queries = vi.spyOn(pg.Client.prototype, "query");

  for (let place = 0; place < key.length; place++) {
    const changed = key.slice(0, place) + (key[place] === "a" ? "b" : "a") + key.slice(place + 1);
    const answer = await api.request("/tts/models", { headers: { "x-api-key": changed } });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 401,
      body: { code: "KEY_INVALID" },
    });
  }
  expect(queries).not.toHaveBeenCalled();

  expect((await api.request("/tts/models", { headers: { "x-api-key": key } })).status).toBe(200);
  expect(queries).toHaveBeenCalledOnce();
});

test("a well-formed key that was never issued answers byte for byte as a revoked one, but for the request id", async () => {
  const api = createApi();
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
