import { expect, test } from "vitest";
import { dueVnd, topUpStatus } from "./list";

const expiresAt = new Date("2026-11-23T00:00:00Z");
const [before, after] = [new Date("2026-11-22T12:00:00Z"), new Date("2026-11-23T12:00:00Z")];
const pay = (amountVnd: bigint, recordedAt = before, isReversed = false) => ({
  ...{ amountVnd, recordedAt, isReversed, isChecked: false },
});
const check = (amountVnd: bigint) => ({ ...pay(amountVnd), isChecked: true });

test.each([
  ["waiting", [], before],
  ["expired", [], after],
  ["credited", [pay(200_000n)], after],
  ["short", [pay(120_000n)], after],
  ["credited", [pay(120_000n), pay(80_000n)], after],
  ["over", [pay(200_001n)], after],
  ["over", [pay(120_000n), pay(90_000n)], after],
  ["further", [pay(200_000n), pay(1n)], after],
  ["late", [pay(200_000n, after)], after],
  ["reversed", [pay(200_000n, before, true)], before],
  ["short", [pay(200_000n, before, true), pay(50_000n)], before],
  ["checking", [check(700_000n)], after],
  ["checking", [pay(200_000n, before, true), check(700_000n)], before],
  ["short", [pay(50_000n), check(700_000n)], before],
] as const)("a top-up of 200,000 is %s, case %#", (status, payments, now) => {
  expect(topUpStatus({ amountVnd: 200_000n, expiresAt, payments: [...payments] }, now)).toBe(status);
});

test("a payment that nothing awaited is credited until its bank takes it back", () => {
  const status = (payments: ReturnType<typeof pay>[]) =>
    topUpStatus({ amountVnd: 200_000n, expiresAt: null, payments }, after);
  expect([status([]), status([pay(200_000n)]), status([pay(200_000n, before, true)])]).toEqual([
    "credited",
    "credited",
    "reversed",
  ]);
});

test("of a payment that was too small the rest is due", () => {
  const due = (status: "short" | "waiting", receivedVnd: bigint) =>
    dueVnd({ status, amountVnd: 200_000n, receivedVnd });
  expect([due("waiting", 0n), due("short", 120_000n)]).toEqual([200_000n, 80_000n]);
});
