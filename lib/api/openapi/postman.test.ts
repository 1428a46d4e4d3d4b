// @module-tag slow
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scopes } from "@/lib/access/principals/scopes";
import { audit } from "@/lib/money/wallet/books/differences";
import { makeKey, makeMember } from "@/prisma/factories";
import { installClients } from "@/testing/harness/installed-clients";
import { serveHere } from "@/testing/harness/serve-here";
import { settleCalls } from "@/testing/harness/settle-calls";

let server: Awaited<ReturnType<typeof serveHere>>;
let clients: Awaited<ReturnType<typeof installClients>>;
beforeAll(async () => {
  server = await serveHere();
  clients = await installClients(["newman@6.2.2"]);
}, 300_000);
afterAll(async () => {
  await server.close();
  await clients.remove();
});

test("the whole collection for Postman runs in newman without a failure, and what it speaks and transcribes succeeds", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 50_000_000n }), scopes);
  const response = await fetch(`${server.url}/tts/voices/preview?voiceId=north-linh`);
  const recording = join(tmpdir(), "hello.wav");
  await writeFile(recording, Buffer.from(await response.arrayBuffer()));
  const { failures, failed, codes } = await clients.run(
    `import newman from "newman";
    const [collection, apiKey, workingDir] = process.argv.slice(2);
    const envVar = [{ key: "apiKey", value: apiKey }, { key: "baseUrl", value: new URL(collection).origin }];
    newman.run({ collection, envVar, workingDir, timeoutRequest: 30_000 }, (error, { run }) => {
      const failures = run.failures.map(({ source, error }) => source?.name + ": " + error.message);
      const codes = Object.fromEntries(run.executions.map(({ item, response }) => [item.name, response?.code]));
      console.log(JSON.stringify({ failures, failed: run.stats.assertions.failed, codes }));
    });`,
    `${server.url}/postman.json`,
    key,
    tmpdir(),
  );
  await rm(recording);
  expect(failures).toEqual([]);
  expect(failed).toBe(0);
  const statuses = Object.values(codes as Record<string, number>);
  expect(statuses.length).toBeGreaterThan(40);
  expect(statuses.filter((code) => code >= 500)).toEqual([]);
  expect(statuses.filter((code) => code < 300).length).toBeGreaterThan(statuses.length / 2);
  await settleCalls();
  expect(await audit()).toEqual([]);
}, 120_000);
