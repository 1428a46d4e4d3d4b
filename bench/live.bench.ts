import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { cpuMs } from "@/bench/support/cpu";
import { type Figure, median, ms, percent, percentile } from "@/bench/support/measure";
import { startOurs } from "@/bench/support/ours";
import { pinApart } from "@/bench/support/pin";
import { toInt16 } from "@/lib/engines/audio/bytes";
import { db } from "@/lib/platform/db";
import { makeTone } from "@/testing/fakes/sound";
import { rolePids } from "@/testing/harness/role-processes";

const sessions = 50;

/** A piece of sound, as LiveKit's agents send it, and the utterances: speech, and a pause that ends it. */
const pieceMs = 50;
const speechPieces = 30;
const pausePieces = 20;
const utterances = 12;

const bytesOf = (samples: Float32Array) => Buffer.from(toInt16(samples).buffer);
const speech = bytesOf(makeTone(220, 16_000, pieceMs / 1000));
const pause = Buffer.alloc(speech.length);

/**
 * Live transcriptions in front of an engine that responds at once, in real time. The delay counts from when the last sound
 * of an utterance was sent until its final came: it includes the pause that ends an utterance, 300 ms.
 */
export default async function bench(): Promise<Figure[]> {
  const ours = await startOurs();
  await db.business.update({ where: { id: ours.member.businessId }, data: { concurrentCalls: 200 } });
  const pinned = pinApart();
  const delays: number[] = [];
  try {
    await talk(ours, [], 1);
    const usedMs = () => rolePids(ours.server, "api").reduce((sum, pid) => sum + cpuMs(pid), 0);
    const before = usedMs();
    const startedAt = performance.now();
    const ends = await Promise.all(Array.from({ length: sessions }, () => talk(ours, delays, utterances)));
    const used = (usedMs() - before) / (performance.now() - startedAt);
    const p95 = percentile(delays, 0.95);
    return [
      { what: "client on a core of its own", value: pinned ? "yes" : "no" },
      { what: "finals that came", value: percent(delays.length / (sessions * utterances)) },
      { what: "sessions that ended well", value: percent(ends.filter((code) => code === 1000).length / sessions) },
      {
        what: `processor time of the API's processes with ${sessions} sessions`,
        value: percent(used),
        target: "≤ 100 % of a core",
        met: used <= 1,
      },
      { what: "for each session", value: `${((100 * used) / sessions).toFixed(2)} %` },
      { what: "final after the last sound, median", value: ms(median(delays)) },
      { what: "final after the last sound, p95", value: ms(p95), target: "≤ 400 ms", met: p95 <= 400 },
    ];
  } finally {
    await ours.close();
  }
}

/** One session; returns its close code. */
async function talk({ url, key }: { url: string; key: string }, delays: number[], count: number): Promise<number> {
  const headers = { "x-api-key": key };
  const socket = new WebSocket(`${url.replace("http", "ws")}/stt/live?modelId=listener&interim=false`, { headers });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise((opened, failed) => socket.once("open", opened).once("error", failed));
  let saidAt = 0;
  socket.on("message", (data) => {
    if (JSON.parse(String(data)).type === "final") delays.push(performance.now() - saidAt);
  });
  // Not all at the same moment.
  await sleep(Math.random() * 2000);
  const startedAt = performance.now();
  for (let piece = 0; piece < count * (speechPieces + pausePieces); piece++) {
    await sleep(startedAt + piece * pieceMs - performance.now());
    const isSpeech = piece % (speechPieces + pausePieces) < speechPieces;
    socket.send(isSpeech ? speech : pause);
    if (isSpeech) saidAt = performance.now();
  }
  socket.send('{"type":"close"}');
  return closed;
}
