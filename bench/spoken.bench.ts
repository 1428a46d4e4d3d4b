import { once } from "node:events";
import { WebSocket } from "ws";
import { type Figure, median, ms } from "@/bench/support/measure";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startOwnServer } from "@/testing/harness/own-server";

const rounds = 30;

/** A sentence in the pieces of a language model. */
const pieces = ["Xin", " chào", " các", " bạn", ", hôm", " nay", " trời", " đẹp", "."];

/**
 * How long after the end of a sentence its first audio comes, with the embedded engine, over the WebSockets of other
 * vendors: of the first sentence of a new context, and of one that goes on.
 */
export default async function bench(): Promise<Figure[]> {
  const server = await startOwnServer({ LOG_LEVEL: "error" });
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  await db.business.update({ where: { id: member.businessId }, data: { requestsPerMinute: 100_000 } });
  const ours = { url: server.url, key: await makeKey(member) };
  try {
    const figures: Figure[] = [];
    for (const [name, path] of [
      ["Deepgram's /v1/speak", "/v1/speak?model=north-linh&encoding=linear16"],
      ["ElevenLabs' stream-input, MP3", "/v1/text-to-speech/north-linh/stream-input?model_id=vang-espeak"],
      ["ElevenLabs' stream-input, PCM", "/v1/text-to-speech/north-linh/stream-input?output_format=pcm_16000"],
    ] as const) {
      const times = { first: [] as number[], next: [] as number[] };
      for (let round = 0; round < rounds + 3; round++) {
        const [first, next] = await speak(ours, path);
        // The first rounds load the engine.
        if (round < 3) continue;
        times.first.push(first);
        times.next.push(next);
      }
      const middle = median(times.first);
      figures.push(
        { what: `${name}: first audio, median`, value: ms(middle), target: "≤ 60 ms", met: middle <= 60 },
        { what: `${name}: of a second sentence`, value: ms(median(times.next)) },
      );
    }
    return figures;
  } finally {
    server.process.kill("SIGTERM");
    await server.ended;
  }
}

/** One connection with two sentences; returns after how many milliseconds the audio of each began. */
async function speak({ url, key }: { url: string; key: string }, path: string): Promise<[number, number]> {
  const isDeepgram = path.startsWith("/v1/speak");
  const headers: Record<string, string> = isDeepgram ? { authorization: `Token ${key}` } : { "xi-api-key": key };
  const socket = new WebSocket(url.replace("http", "ws") + path, { headers });
  await once(socket, "open");
  let began: (at: number) => void = () => undefined;
  socket.on("message", (data, isBinary) => {
    if (isBinary || JSON.parse(String(data)).audio) began(performance.now());
  });
  const say = (text: string) => socket.send(JSON.stringify(isDeepgram ? { type: "Speak", text } : { text }));
  const sentence = async () => {
    for (const piece of pieces) say(piece);
    const audio = new Promise<number>((resolve) => {
      began = resolve;
    });
    const endedAt = performance.now();
    say(" ");
    return (await audio) - endedAt;
  };
  const first = await sentence();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const next = await sentence();
  socket.close();
  await once(socket, "close");
  return [first, next];
}
