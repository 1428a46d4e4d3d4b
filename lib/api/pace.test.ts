import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Refusal } from "@/lib/errors";
import { watchPace } from "./pace";

async function drip(bytes: number, pauseMs: number, count: number) {
  const refusals: Refusal[] = [];
  const pace = watchPace((refusal) => refusals.push(refusal), 100);
  for (let at = 0; at < count; at++) {
    pace.count(Buffer.alloc(bytes));
    await sleep(pauseMs);
  }
  pace.stop();
  return refusals;
}

test("a body that drips is refused, and one that flows is not", async () => {
  expect((await drip(1, 20, 20))[0]).toMatchObject({ code: "CLIENT_CLOSED" });
  expect(await drip(1000, 20, 20)).toEqual([]);
});
