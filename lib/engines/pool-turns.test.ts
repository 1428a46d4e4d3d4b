// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { closePool, synthesizeAsMadeInPool, synthesizeInPool, warmPool } from "./pool";

beforeAll(warmPool);
afterAll(closePool);

const utterance = {
  text: "Xin chào",
  engineVoice: "vi",
  wordsPerMinute: 175,
  pitch: 50,
  range: 50,
  volume: 100,
  gainDb: 0,
};

/** About a quarter of an hour without any pause, of which each part has a second. */
const endless = { ...utterance, text: "hà nội trời nhiều mây có mưa rào nhẹ ".repeat(400) };

/**
 * A turn ends after ten seconds of sound, and then with a clause, which has half a minute here. On a busy machine the
 * others have a few turns in the other threads meanwhile.
 */
const partsOfTurns = 8 * 30;

/** Streams that begin again when they end, and how many parts all of them have made. */
async function streamEndlessly(owners: readonly string[]) {
  const control = new AbortController();
  let parts = 0;
  const stream = async (owner: string, begin: () => void) => {
    for (;;) {
      for await (const _ of synthesizeAsMadeInPool(endless, control.signal, owner)) {
        parts += 1;
        begin();
      }
    }
  };
  await Promise.race(
    owners.map((owner) => new Promise<void>((begin) => void stream(owner, begin).catch(() => undefined))),
  );
  return { countParts: () => parts, stop: () => control.abort() };
}

test("while two persons' endless streams have all threads of test keys, a third person's text is spoken after a turn of each", async () => {
  const streams = await streamEndlessly(["test keys/A", "test keys/B", "test keys/A", "test keys/B"]);
  for (const owner of ["test keys/C", "test keys/D"]) {
    const before = streams.countParts();
    await synthesizeInPool(utterance, new AbortController().signal, owner);
    expect(streams.countParts() - before).toBeLessThanOrEqual(partsOfTurns);
  }
  const before = streams.countParts();
  for await (const _ of synthesizeAsMadeInPool(utterance, new AbortController().signal, "test keys/E")) break;
  expect(streams.countParts() - before).toBeLessThanOrEqual(partsOfTurns);
  streams.stop();
});

test("whole texts of two persons' test keys leave turns between to a third person's", async () => {
  const control = new AbortController();
  let ended = 0;
  for (const owner of ["test keys/A", "test keys/B", "test keys/A", "test keys/B"])
    synthesizeInPool(endless, control.signal, owner).then(
      () => (ended += 1),
      () => undefined,
    );
  for (let count = 0; count < 3; count++)
    await synthesizeInPool(utterance, new AbortController().signal, "test keys/C");
  expect(ended).toBe(0);
  control.abort();
});

test("a live key's text goes before all turns of streams of test keys", async () => {
  const streams = await streamEndlessly(["test keys/A", "test keys/B", "test keys/C"]);
  const before = streams.countParts();
  await synthesizeInPool(utterance, new AbortController().signal, "live");
  expect(streams.countParts() - before).toBeLessThanOrEqual(partsOfTurns);
  streams.stop();
});
