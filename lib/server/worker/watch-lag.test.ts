// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { speechFinished } from "@/lib/access/events/finished-job";
import { clock, seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { openPostgresStream } from "@/lib/platform/stream/postgres";
import type { Stream } from "@/lib/platform/stream/stream";
import { makeCaller } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { every } from "./every";
import { startIngest, watchLag } from "./finished-calls";

let stream: Stream;
const report = () => vi.spyOn(log, "error").mockImplementation(() => undefined);

beforeEach(() => {
  stream = openPostgresStream();
});
afterEach(async () => {
  await stream.close();
  clock.reset();
  vi.restoreAllMocks();
});

test("an unrecorded finished job is logged within a minute, and no more once it is recorded", async () => {
  const reported = report();
  const finished = { ...makeFinished(await makeCaller()), amountMilli: "0" };
  await stream.publish(speechFinished, { key: finished.trackingId, payload: finished });
  await watchLag(stream);
  expect(reported).not.toHaveBeenCalled();

  // Checked every ten seconds.
  clock.advance(seconds(50));
  await watchLag(stream);
  expect(reported).toHaveBeenCalledExactlyOnceWith(
    { lagSeconds: expect.toSatisfy((lag) => lag >= 50 && lag < 60) },
    "finished calls wait to be recorded",
  );
  startIngest(stream);
  await vi.waitFor(async () => expect(await stream.lag(speechFinished)).toBe(0), 5000);
  await watchLag(stream);
  expect(reported).toHaveBeenCalledTimes(1);
});

test("a stream that cannot be queried is logged too", async () => {
  const reported = report();
  const away = { ...stream, lag: () => Promise.reject(new Error("the database is away")) };
  const watch = every(seconds(10), "stream-lag", () => watchLag(away));
  await watch.stop();
  expect(reported).toHaveBeenCalledExactlyOnceWith(
    { duty: "stream-lag", reason: "the database is away" },
    "a background task failed",
  );
});
