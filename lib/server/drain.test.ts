// @module-tag promise
// @module-tag slow
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { serveHere } from "@/testing/harness/serve-here";

let engine: SpeechServer;
beforeAll(async () => {
  engine = await startSpeechServer();
});
afterAll(() => engine.close());

test("a server that stops finishes a job under an Idempotency-Key whose client has disconnected", async () => {
  const prices = [{ priceVnd: 20, from: "2026-01-01T00:00:00+07:00" }];
  const model = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };
  const engines = [{ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] }];
  writeFileSync(join(process.env.VANG_DATA ?? "", "engines.json"), JSON.stringify({ engines }));
  const server = await serveHere();
  const member = await makeMember({ creditMilli: 10_000_000n });
  const [key, client] = [await makeKey(member), new AbortController()];
  let respond = () => {};
  const received = new Promise<void>((resolve) =>
    engine.behave((request, response) => {
      respond = () => void well(request, response);
      resolve();
    }),
  );

  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", new Blob([await encodeWav({ samples: makeTone(220, 16_000, 1), sampleRate: 16_000 })]), "a.wav");
  const headers = { "x-api-key": key, "idempotency-key": "long-call" };
  const sent = fetch(`${server.url}/stt`, { method: "POST", headers, body, signal: client.signal });
  await received;
  client.abort();
  await expect(sent).rejects.toThrow("aborted");

  const closing = server.close();
  const isClosed = await Promise.race([
    closing.then(() => true),
    new Promise((later) => setTimeout(later, 500, false)),
  ]);
  expect([isClosed, engine.inFlight]).toEqual([false, 1]);
  respond();
  await closing;
  const where = { businessId: member.businessId };
  expect(await db.hold.findMany({ where, select: { status: true } })).toEqual([{ status: "open" }]);
  const [event] = await db.idempotencyRecord.findMany({ where, select: { finished: true } });
  expect(event?.finished).toMatchObject({ status: "completed" });
});
