import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { paceOf } from "./pace";

async function* drip(bytes: number, pauseMs: number, count: number) {
  for (let at = 0; at < count; at++) {
    yield Buffer.alloc(bytes);
    await sleep(pauseMs);
  }
}

const pass = (source: AsyncIterable<Buffer>) =>
  pipeline(Readable.from(source), paceOf(100), async (output) => {
    for await (const _ of output);
  });

test("a body that drips is cut, and one that flows is not", async () => {
  await expect(pass(drip(1, 20, 50))).rejects.toMatchObject({ code: "CLIENT_CLOSED" });
  await pass(drip(1000, 20, 20));
});
