import { type Figure, median, ms, percent, text200 } from "@/bench/support/measure";
import { startServer } from "@/bench/support/server";
import { warmPool } from "@/lib/engines/pool";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import type { TtsRequest } from "@/lib/speech/schema";

const texts = { 5000: text200.repeat(25).slice(0, 5000), 190: text200.slice(0, 190) };
const rounds = { 5000: 5, 190: 15 };

/** Milliseconds since the request was sent. */
type Times = { first: number; whole: number; afterEngine: number };

/**
 * When the first byte of streamed speech arrives: of a long text as a share of the time of the whole, of a short one after
 * the engine's first part.
 */
export default async function bench(): Promise<Figure[]> {
  const { port, key, close } = await startServer();
  const engine = watchEngine();
  await warmPool();
  const figures: Figure[] = [];
  for (const audioFormat of ["wav", "pcm", "mp3", "opus"] as const) {
    const measure = async (length: 190 | 5000) => {
      const times: Times[] = [];
      for (let round = 0; round < rounds[length] + 2; round++)
        times.push(await speak(port, key, { text: texts[length], audioFormat }, engine));
      return times.slice(2);
    };
    const long = await measure(5000);
    const share = median(long.map(({ first, whole }) => first / whole));
    figures.push({
      what: `${audioFormat}: first byte at 5,000 characters, of the whole's ${ms(median(long.map(({ whole }) => whole)))}`,
      value: percent(share),
      target: "< 10 %",
      met: share < 0.1,
    });
    const added = median((await measure(190)).map(({ afterEngine }) => afterEngine));
    figures.push({
      what: `${audioFormat}: first byte at 190 characters, after the engine's first part`,
      value: ms(added),
      target: "≤ 10 ms",
      met: added <= 10,
    });
  }
  await close();
  return figures;
}

/** Notes when the engine hands over its first part. */
function watchEngine() {
  const speak = espeakProvider.synthesizeStream.bind(espeakProvider);
  const engine = { firstAt: 0 };
  espeakProvider.synthesizeStream = async function* (request, signal) {
    for await (const part of speak(request, signal)) {
      engine.firstAt ||= performance.now();
      yield part;
    }
  };
  return engine;
}

async function speak(
  port: number,
  key: string,
  spoken: Pick<TtsRequest, "text" | "audioFormat">,
  engine: { firstAt: number },
): Promise<Times> {
  engine.firstAt = 0;
  const sentAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/tts/stream`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ ...spoken, voiceId: "north-linh", modelId: "vang-espeak" }),
  });
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  let firstAt = 0;
  for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>) firstAt ||= performance.now();
  const endedAt = performance.now();
  return { first: firstAt - sentAt, whole: endedAt - sentAt, afterEngine: firstAt - engine.firstAt };
}
