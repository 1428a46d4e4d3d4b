// @module-tag promise
// @module-tag slow
import fc from "fast-check";
import { generateSync } from "otplib";
import { afterEach, expect, test } from "vitest";
import { clock, hours, seconds } from "@/lib/platform/clock";
import { makeConfirmedApp, makeViewer } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { verifyTotp } from "./totp";

afterEach(clock.reset);

const sequences = trials(process.env.VANG_SEQUENCES, 30, 10_000);

const day = hours(24);
const move = fc.record({
  waitMs: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: seconds(90) }) }, fc.constantFrom(hours(7), day)),
  step: fc.integer({ min: -2, max: 2 }),
});

/** The rule in its shortest form. */
function makeModel() {
  let last = -1;
  let failures: number[] = [];
  return (now: number, shift: number): string => {
    const current = Math.floor(now / seconds(30));
    failures = failures.filter((failed) => failed > now - day);
    if (failures.length >= 5) return "TOO_MANY_ATTEMPTS";
    if (shift > 0 || shift < -1) return failures.push(now) >= 5 ? "TOO_MANY_ATTEMPTS" : "FORBIDDEN";
    if (current + shift <= last) return "CONFLICT";
    last = current + shift;
    return "accepted";
  };
}

test("over any course of time, a step counts at most once and never after a later one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 14 }), async (moves) => {
      const { userId, secret } = await makeConfirmedApp();
      const viewer = await makeViewer({ userId });
      const model = makeModel();
      clock.advance(seconds(30) - (+clock.now() % seconds(30)));
      for (const { waitMs, step } of moves) {
        // Whole seconds in the middle of a second, so that the duration of the test does not matter.
        clock.advance(Math.floor(waitMs / 1000) * 1000 + ((1500 - (+clock.now() % 1000)) % 1000));
        const now = +clock.now();
        const code = generateSync({ secret, epoch: Math.floor(now / 1000) + step * 30 });
        const expected = model(now, step);
        const answer = await verifyTotp(viewer, code).then(
          () => "accepted",
          (appError) => appError.code,
        );
        expect(answer).toBe(expected);
      }
    }),
    { numRuns: sequences },
  );
}, 3_600_000);
