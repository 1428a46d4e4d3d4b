import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeKey, makeMember } from "@/prisma/factories";
import { startOwnServer } from "@/testing/harness/own-server";
import { send } from "./arrive";

/** Our gateway as a process of its own, in front of an engine that responds at once, and a key with ample credit. */
export async function startOurs(settings: Record<string, string> = {}) {
  const upstream = spawn(process.execPath, [".build/bench/upstream.mjs"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(upstream.stdout, "data");
  const engine = String(line).trim();
  const file = join(process.env.VANG_DATA ?? "", "engines.json");
  writeFileSync(file, JSON.stringify({ engines: [describeService(engine)] }));
  const used = {
    VANG_ENGINES: file,
    LOG_LEVEL: "error",
    // All of the load comes from one address.
    VANG_CONNECTIONS_PER_ADDRESS: "20000",
    ...settings,
  };
  const server = await startOwnServer(used);
  const member = await makeMember({ creditMilli: 1_000_000_000_000n });
  return {
    url: server.url,
    server,
    settings: used,
    engine,
    member,
    key: await makeKey(member),
    async close() {
      upstream.kill();
      server.process.kill("SIGTERM");
      await server.ended;
    },
  };
}

/** Has our gateway speak a text; the duration counts from `since`. */
export function callOf({ url, key }: { url: string; key: string }, text = "Xin chào Việt Nam") {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify({ text, voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  return (since?: number) => send(`${url}/tts`, headers, body, since);
}

const prices = [{ priceVnd: 500, from: "2026-01-01T00:00:00+07:00" }];
const voices = [{ voiceId: "ngoc", upstreamVoice: "nova", name: "Ngọc", gender: "female", region: "south" }];

const describeService = (baseUrl: string) => ({
  id: "remote",
  type: "openai",
  upstreams: [{ baseUrl, concurrency: 64 }],
  models: [
    { kind: "tts", modelId: "reader", upstreamModel: "tts-1", name: "Reader", prices, voices },
    { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices },
  ],
});
