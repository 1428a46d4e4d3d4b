import { setTimeout as sleep } from "node:timers/promises";
import { signAudioPath } from "@/lib/audio/links";
import { audioStore } from "@/lib/audio/store-disk";
import { arrive, closeConnections, p99, send } from "@/lib/bench/arrive";
import { type Figure, median, ms, percent } from "@/lib/bench/measure";
import { startOurs } from "@/lib/bench/ours";
import { minutes } from "@/lib/clock";
import { type SlowConnection, slowKinds } from "@/lib/testing/slow-connections";
import { makeKey, makeMember } from "@/prisma/factories";

const connections = 1000;
/** As tools that try this do. */
const openedPerSecond = 200;
const callRate = 100;
const rounds = 3;

/**
 * What 1,000 connections that are slow in every way at once cost those who call meanwhile, 100 times a second, and how
 * long they are borne with. Client, server, database and engine share the machine.
 */
export default async function bench(): Promise<Figure[]> {
  const { url, key, close } = await startOurs();
  const text = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const call = (since: number) => send(`${url}/tts`, headers, text, since);
  const audio = await audioStore().put(Buffer.alloc(24_000_000), "wav");
  const [calm, late, lived, answers]: [number[], number[], number[], number[]] = [[], [], [], []];
  try {
    await arrive(callRate, 15, call);
    // Whoever is slow has keys too: of twenty businesses with the limits of any other.
    const limits = { requestsPerMinute: 120, concurrentCalls: 8 };
    const slowKeys = await Promise.all(Array.from({ length: 20 }, async () => makeKey(await makeMember(limits))));
    for (let round = 0; round < rounds; round++) {
      calm.push(p99(await arrive(callRate, 10, call)));
      const path = signAudioPath(audio, new Date(Date.now() + minutes(5)));
      const port = Number(new URL(url).port);
      const ways = slowKeys.map((slowKey) => Object.values(slowKinds({ port, key: slowKey, audio: path })));
      const called = arrive(callRate, 10, call);
      const slow: SlowConnection[] = [];
      const openNext = (count: number) => pick(pick(ways, Math.floor(count / 6)), count)();
      for (const opened = performance.now(); slow.length < connections; await sleep(5)) {
        const due = Math.min(connections, ((performance.now() - opened) / 1000) * openedPerSecond);
        while (slow.length < due) slow.push(openNext(slow.length));
      }
      const answered = await called;
      late.push(p99(answered));
      answers.push(answered.filter(({ status }) => status === 200).length / answered.length);
      for (const { livedMs } of slow) lived.push(await livedMs);
    }
  } finally {
    closeConnections();
    await close();
  }
  const [alone, beside, longest] = [median(calm), median(late), Math.max(...lived)];
  return [
    { what: `p99 of ${callRate} calls a second, alone`, value: ms(alone) },
    {
      what: `beside ${connections} slow connections`,
      value: ms(beside),
      target: "≤ 1.5 times",
      met: beside <= alone * 1.5,
    },
    { what: "calls done", value: percent(Math.min(...answers)), target: "100 %", met: Math.min(...answers) === 1 },
    { what: "longest life of a slow one", value: ms(longest), target: "≤ 15 s", met: longest <= 15_000 },
  ];
}

const pick = <Item>(items: readonly Item[], count: number): Item => items[count % items.length] as Item;
