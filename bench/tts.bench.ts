import { Agent, request } from "node:http";
import { type Figure, median, ms, percent, text200, throughput, timeMs } from "@/bench/support/measure";
import { startServer } from "@/bench/support/server";
import { encodeInPool, warmPool } from "@/lib/engines/pool";
import { speakWithEngine } from "@/lib/engines/speak";
import { checkVoice } from "@/lib/speech/check";
import type { AudioFormat } from "@/lib/speech/schema";

const voice = { voiceId: "north-linh", modelId: "vang-espeak" };
const rounds = 3;

/**
 * POST /tts through the whole API (key, price, hold, engine, encoder, durable file, durable event, HTTP), compared with
 * engine and encoder called directly in this process: alternating, so that a slow moment affects both.
 */
export default async function bench(): Promise<Figure[]> {
  const { port, key, close } = await startServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const figures: Figure[] = [];
  await warmPool();
  for (const format of ["wav", "mp3"] as const) {
    const direct = () => speakDirectly(format);
    const through = () => post(agent, port, key, { ...voice, text: text200, audioFormat: format });
    for (let warm = 0; warm < 20; warm++) await Promise.all([direct(), through()]);
    const pairs: [number, number][] = [];
    for (let pair = 0; pair < 60; pair++) pairs.push([await timeMs(direct), await timeMs(through)]);
    const added = median(pairs.map(([engine, api]) => api - engine));
    figures.push({ what: `${format}: engine alone, p50`, value: ms(median(pairs.map(([engine]) => engine))) });
    figures.push({
      what: `${format}: added by the API at concurrency 1, p50`,
      value: ms(added),
      target: "≤ 8 ms",
      met: added <= 8,
    });

    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const engine = await throughput(160, 8, direct);
      ratios.push((await throughput(160, 8, through)) / engine);
    }
    figures.push({
      what: `${format}: throughput at concurrency 8, of the engine's own`,
      value: percent(median(ratios)),
      target: "≥ 80 %",
      met: median(ratios) >= 0.8,
    });
  }
  agent.destroy();
  await close();
  return figures;
}

async function speakDirectly(format: AudioFormat): Promise<void> {
  const signal = AbortSignal.timeout(30_000);
  const audio = await speakWithEngine({ text: text200, config: {} }, checkVoice(voice), signal);
  await encodeInPool(audio, { format }, signal);
}

function post(agent: Agent, port: number, key: string, body: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { "x-api-key": key, "content-type": "application/json", "content-length": bytes.length };
  return new Promise((done, failed) => {
    const call = request({ agent, port, host: "127.0.0.1", path: "/tts", method: "POST", headers }, (response) => {
      response
        .resume()
        .on("end", () => (response.statusCode === 200 ? done() : failed(new Error(`status ${response.statusCode}`))));
    });
    call.on("error", failed).end(bytes);
  });
}
