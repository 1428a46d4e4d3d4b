import { setTimeout as sleep } from "node:timers/promises";
import { type Figure, median, timeMs } from "@/bench/support/measure";
import { speechFinished } from "@/lib/access/events/finished-job";
import { encodeWav } from "@/lib/engines/audio/wav";
import { admit } from "@/lib/keys/allow";
import { holdCredit, holdIsOpen } from "@/lib/money/wallet/holds";
import { objectStore } from "@/lib/platform/objects/open";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import type { Statement } from "@/lib/platform/statement";
import { openStream } from "@/lib/platform/stream/open";
import { startIngest } from "@/lib/server/worker/finished-calls";
import { packContent } from "@/lib/speech/content";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeTone } from "@/testing/fakes/sound";

const rounds = 1500;

/**
 * The parts of POST /tts: each durable step alone, in the order of a job, p50, and their sum; and the CPU time of this
 * process for a job, with its charge.
 */
export default async function bench(): Promise<Figure[]> {
  const member = await makeMember({ creditMilli: 1_000_000_000_000n });
  const { businessId } = member;
  const caller = await makeCaller({ businessId });
  const secret = await makeKey(member);
  const wav = await encodeWav({ samples: makeTone(220, 24_000, 1), sampleRate: 24_000 });
  const content = packContent({ text: "Xin chào Việt Nam", config: null, reading: null });
  const names = ["the key with its limits", "the credit held", "audio and text stored", "published, place released"];
  const times: number[][] = [];
  let before = process.cpuUsage();
  for (let round = -300; round < rounds; round++) {
    if (round === 0) before = process.cpuUsage();
    const payload = makeFinished(caller);
    const event = { key: payload.trackingId, payload };
    const publish = async (released: Statement[]) => {
      await openStream().publish(speechFinished, event, { condition: holdIsOpen(event.key), alongside: released });
    };
    let place: ConcurrencyLease | undefined;
    const steps = [
      async () => {
        place = (await admit(secret, { address: null, runs: true })).live?.place;
      },
      () => holdCredit({ businessId, keyId: caller.keyId, trackingId: payload.trackingId, amountMilli: 5100n }),
      () => Promise.all([objectStore().put(wav, "wav"), objectStore().put(content, "json")]),
      async () => place?.releaseWith(publish),
    ];
    const took: number[] = [];
    for (const step of steps) took.push(await timeMs(step));
    if (round >= 0) times.push([...took, took.reduce((sum, ms) => sum + ms, 0)]);
  }
  const worker = startIngest(openStream());
  while ((await openStream().lag(speechFinished)) > 0) await sleep(20);
  const { user, system } = process.cpuUsage(before);
  await worker.stop();
  const figures = [...names, "all of them"].map((what, index) => ({
    what,
    value: `${median(times.map((took) => took[index] ?? Number.NaN)).toFixed(2)} ms`,
  }));
  return [...figures, { what: "CPU time of a job", value: `${((user + system) / 1000 / rounds).toFixed(2)} ms` }];
}
