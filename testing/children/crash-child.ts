import { setTimeout as sleep } from "node:timers/promises";
import { speechFinished } from "@/lib/access/events/finished-job";
import { holdCredit, releaseFailed } from "@/lib/money/wallet/holds";
import { openStream } from "@/lib/platform/stream/open";
import { ingest } from "@/lib/speech/history/ingest";
import { makeFinished } from "@/prisma/speech-factories";

// A process for the crash test to kill. With `fatalPoint`, it kills itself some time after passing there.
const [, , role, businessId = "", fatalPoint] = process.argv;

const fatalPass = role === "worker" ? 10 : 40;
let passed = 0;
const pass = (point: string) => {
  if (point === fatalPoint && ++passed === fatalPass) process.kill(process.pid, "SIGKILL");
};

/** A call whose engine fails one time in five. Prints its tracking ID on a line. */
async function call(): Promise<void> {
  const finished = makeFinished({ businessId, keyId: "key_none" });
  const { trackingId, amountMilli } = finished;
  pass("begun");
  await holdCredit({ businessId, trackingId, amountMilli: BigInt(amountMilli) });
  pass("held");
  await sleep(Math.random() * 10);
  if (Math.random() < 0.2) {
    await releaseFailed(trackingId);
    throw new Error("the engine broke");
  }
  await openStream().publish(speechFinished, { key: trackingId, payload: finished });
  pass("published");
  process.stdout.write(`${trackingId}\n`);
}

if (role === "worker") {
  openStream().consume(speechFinished, { batchSize: 20, leaseMs: 30_000 }, async (events) => {
    pass("handed");
    await ingest(events);
    pass("ingested");
  });
} else {
  for (let lane = 0; lane < 8; lane++)
    void (async () => {
      for (;;) await call().catch(() => pass("refused"));
    })();
}
