// @module-tag slow
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { install } from "@/lib/engines/models/install";
import { homeOf, modelsDirectory } from "@/lib/engines/models/installed";
import { smokeTest } from "@/lib/engines/providers/sherpa/smoke";
import { getBalance } from "@/lib/money/wallet/balance";
import { describeModel, recognizerEntry } from "@/testing/fakes/tiny-installed";
import { tinyStreaming, writeFiles } from "@/testing/fakes/tiny-models";
import { LiveClient, pcmOf, silence } from "@/testing/harness/live";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
beforeAll(async () => {
  server = await serveHere();
});
afterAll(() => server.close());

async function installStreaming(id: string, files: Record<string, Uint8Array>, tryOut: typeof smokeTest) {
  const from = join(modelsDirectory(), "..", "carried");
  mkdirSync(from, { recursive: true });
  writeFiles(homeOf(from, id), files);
  const report = () => undefined;
  const options = { directory: modelsDirectory(), from, accepted: [], trustFirst: true, report, tryOut };
  await install(describeModel({ ...recognizerEntry, id, streaming: true }, files), options);
}

/** 56 ms are two frames of the model, hence two words. */
const noise = Float32Array.from({ length: 896 }, (_, at) => ((at * 7919) % 1000) / 1500 - 0.33);

async function listen(key: string, modelId: string): Promise<LiveClient> {
  const headers = { "x-api-key": key };
  // A running server offers a new model within a second.
  const listed = async () => (await fetch(`${server.url}/tts/models`, { headers })).text();
  await expect.poll(listed, { timeout: 5000 }).toContain(`"modelId":"${modelId}"`);
  const client = new LiveClient(`${server.url}/stt/live?modelId=${modelId}&silenceMs=500`, [], { headers });
  await client.opened;
  return client;
}

test("an installed streaming model transcribes a session while it is spoken", async () => {
  await installStreaming("tiny-streaming", tinyStreaming, smokeTest);
  const { key } = await makePartner();
  const client = await listen(key, "tiny-streaming");
  await client.send(pcmOf(silence(1), noise, silence(1.5), noise, silence(0.2)));
  client.say({ type: "close" });
  expect((await client.closed).code).toBe(1000);
  expect(client.of("final").map(({ text }) => text)).toEqual(["xin chào", "xin chào"]);
  expect(client.of("partial").length).toBeGreaterThan(0);
  expect(client.of("done")).toMatchObject([{ transcript: "xin chào xin chào", audioSeconds: 3 }]);
});

test("a streaming model that fails ends the session with PROVIDER_FAILED, which costs nothing", async () => {
  const damaged = { ...tinyStreaming, "encoder.onnx": Buffer.from("not a model") };
  await installStreaming("damaged-streaming", damaged, async () => undefined);
  const { key, ...member } = await makePartner();
  const client = await listen(key, "damaged-streaming");
  await client.send(pcmOf(silence(1)));
  await client.closed;
  expect(client.of("error")).toMatchObject([{ problem: { code: "PROVIDER_FAILED" } }]);
  await vi.waitFor(async () =>
    expect(await getBalance(member)).toEqual({ availableMilli: 50_000_000n, heldMilli: 0n }),
  );
});
