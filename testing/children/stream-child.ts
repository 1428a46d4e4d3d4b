import { setTimeout as sleep } from "node:timers/promises";
import { speechFinished } from "@/lib/access/events/finished-job";
import { openStream } from "@/lib/platform/stream/open";
import { startIngest } from "@/lib/server/worker/finished-calls";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";

// A producer or consumer of the stream, for a test to kill.
const [, , role, messages, perSecond] = process.argv;

const lanes = 64;

/**
 * Retries each call until it is durable, whatever happens to the database, and then prints its tracking ID on a line.
 */
async function publishAll(): Promise<void> {
  const caller = await makeCaller();
  let left = Number(messages);
  const lane = async () => {
    while (left-- > 0) {
      const finished = makeFinished(caller, { amountMilli: "0" });
      const event = { key: finished.trackingId, payload: finished };
      const publish = () => openStream().publish(speechFinished, event);
      while (!(await publish().catch(() => false))) await sleep(100);
      process.stdout.write(`${finished.trackingId}\n`);
      await sleep((lanes * 1000) / Number(perSecond));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

if (role === "recorder") {
  startIngest(openStream());
  setInterval(() => process.stdout.write(`${process.memoryUsage().rss}\n`), 100);
} else {
  await publishAll();
  process.exit(0);
}
