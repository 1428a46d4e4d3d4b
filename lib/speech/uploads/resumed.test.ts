// @module-tag promise
// @module-tag slow
import { createHash, randomBytes } from "node:crypto";
import { type AddressInfo, connect, createServer } from "node:net";
import { Upload } from "tus-js-client";
import { afterAll, expect, test, vi } from "vitest";
import { readUpload } from "@/lib/speech/uploads/uploads";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { startApiProcessesWith } from "@/testing/harness/api-processes";

vi.setConfig({ testTimeout: 240_000 });

const megabyte = 1024 * 1024;

/** A connection that breaks after so many bytes of a request have passed, as often as there are numbers. */
async function startBreaking(port: number, breaksAfter: number[]) {
  const proxy = createServer((near) => {
    const far = connect(port, "127.0.0.1").on("error", () => near.destroy());
    let passed = 0;
    near.on("error", () => undefined).on("close", () => far.destroy());
    near.on("data", (bytes) => {
      far.write(bytes);
      passed += bytes.length;
      if (passed < (breaksAfter[0] ?? Number.POSITIVE_INFINITY)) return;
      breaksAfter.shift();
      near.destroy();
    });
    far.pipe(near);
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  return { url: `http://localhost:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() };
}

let api: Awaited<ReturnType<typeof startApiProcessesWith>>;
afterAll(() => api.stop());

test("an upload by tus-js-client is whole after its connection broke three times and its server was killed", async () => {
  const file = randomBytes(40 * megabyte);
  const port = await freePort();
  const breaks = [9 * megabyte, 3 * megabyte, 12 * megabyte];
  const proxy = await startBreaking(port, breaks);
  const settings = [{ PORT: String(port), VANG_URL: proxy.url }];
  api = await startApiProcessesWith(settings);
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));

  let restarted: Promise<void> | undefined;
  const restart = async () => {
    await api.stop();
    api = await startApiProcessesWith(settings);
  };
  const url = await new Promise<string>((done, fail) => {
    const upload = new Upload(file, {
      endpoint: `${proxy.url}/uploads`,
      headers: { "X-Api-Key": key },
      metadata: { filename: "Họp.wav" },
      retryDelays: Array<number>(120).fill(500),
      onProgress: (sent) => {
        if (sent > 30 * megabyte) restarted ??= restart();
      },
      onSuccess: () => done(upload.url ?? ""),
      onError: fail,
    });
    upload.start();
  });
  await restarted;
  proxy.close();
  expect([breaks, restarted !== undefined]).toEqual([[], true]);
  const hash = createHash("sha256");
  for await (const bytes of readUpload(url.split("/").at(-1) ?? "")) hash.update(bytes);
  expect(hash.digest("hex")).toBe(createHash("sha256").update(file).digest("hex"));
});
