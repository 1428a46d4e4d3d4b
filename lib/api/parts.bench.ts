import { audioStore } from "@/lib/audio/store-disk";
import { encodeWav } from "@/lib/audio/wav";
import { type Figure, median, timeMs } from "@/lib/bench/measure";
import { newId } from "@/lib/ids";
import { authenticate } from "@/lib/keys/authenticate";
import { packContent } from "@/lib/speech/content";
import { speechFinished } from "@/lib/speech/finished";
import { openStream } from "@/lib/stream/open";
import { makeTone } from "@/lib/testing/sound";
import { holdCredit } from "@/lib/wallet/holds";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";

/** Where the milliseconds of a call go: each durable step of it alone, one after the other, p50. */
export default async function bench(): Promise<Figure[]> {
  const member = await makeMember({ creditMilli: 1_000_000_000_000n });
  const { businessId } = member;
  const caller = await makeCaller({ businessId });
  const secret = await makeKey(member);
  const wav = await encodeWav({ samples: makeTone(220, 24_000, 1), sampleRate: 24_000 });
  const content = packContent({ text: "Xin chào Việt Nam", config: null, reading: null });
  const event = () => {
    const payload = makeFinished(caller);
    return { key: payload.trackingId, payload };
  };
  const steps: [string, () => Promise<unknown>][] = [
    ["the key looked up", () => authenticate(secret)],
    [
      "the credit held, not yet on disk",
      () => holdCredit({ businessId, trackingId: newId("tts"), amountMilli: 5100n }),
    ],
    [
      "a second of audio and its text on disk",
      () => Promise.all([audioStore().put(wav, "wav"), audioStore().put(content, "json")]),
    ],
    ["the finished call published, on disk", () => openStream().publish(speechFinished, event())],
  ];
  const figures: Figure[] = [];
  for (const [what, step] of steps) {
    for (let warm = 0; warm < 50; warm++) await step();
    const times: number[] = [];
    for (let count = 0; count < 300; count++) times.push(await timeMs(step));
    figures.push({ what, value: `${median(times).toFixed(2)} ms` });
  }
  return figures;
}
