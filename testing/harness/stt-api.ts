import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { startSpeechServer } from "@/testing/fakes/speech-server";
import { startApi } from "./api";

/** A file with a tone of so many seconds. */
export const wavOf = async (seconds: number) =>
  new Blob([await encodeWav({ samples: makeTone(220, 16_000, seconds), sampleRate: 16_000 })]);

/** The API with a model `listener` at 20 ₫ a second, whose engine is a fake, and a business that sends it files. */
export async function startSttApi() {
  const engine = await startSpeechServer();
  const prices = [{ priceVnd: 20, from: "2026-01-01T00:00:00+07:00" }];
  const model = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };
  const engines = [{ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] }];
  writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));
  const api = await startApi();
  const { businessId, ...member } = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey({ ...member, businessId });

  async function send(
    fields: Record<string, string> = {},
    file?: Blob,
    headers: HeadersInit = {},
    path = "/stt",
    secret = key,
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ modelId: "listener", ...fields })) body.append(name, value);
    body.append("file", file ?? (await wavOf(2.4)), "Cuộc gọi số 1.wav");
    return api.call("POST", path, { key: secret, body, headers });
  }

  return {
    api,
    engine,
    key,
    businessId,
    send,
    /** Waits until a lookup finds the job. */
    found: (path: string, secret = key) =>
      expect.poll(async () => (await api.get(path, secret)).status, { timeout: 10_000 }).toBe(200),
    charges: () => db.transfer.count({ where: { kind: "charge", debit: { businessId } } }),
    async close() {
      await api.close();
      await engine.close();
    },
  };
}
