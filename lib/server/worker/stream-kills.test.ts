// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDeep, trials } from "@/testing/harness/deep";
import { openKillableStream, recordAmidKills } from "@/testing/harness/stream-kills";
import { promised } from "@/testing/promises";

const messages = trials(process.env.VANG_MESSAGES, 600, 3000);
const perSecond = isDeep ? 300 : 150;

let stream: Awaited<ReturnType<typeof openKillableStream>>;

beforeAll(async () => {
  stream = await openKillableStream();
});
afterAll(() => stream.close());

test("jobs published while workers are killed and the database is killed and restarted are each recorded once", {
  timeout: 120_000 + messages * 10,
}, async () => {
  const { kills, ...tally } = await recordAmidKills(stream, { messages, perSecond, restarts: 2 });
  expect(tally).toEqual({ published: messages, recorded: messages, rows: messages, left: promised("D4"), restarts: 2 });
  expect(kills).toBeGreaterThan(2);
});
