import { expect, test } from "vitest";
import { dataRequestKinds } from "./schema";
import { dueDatesOf } from "./service";

const at = (time: string) => new Date(`${time}+07:00`);

test("the first response is due at the end of the second working day in Vietnam, past weekends and holidays", () => {
  const dueAt = (time: string) => dueDatesOf("access", at(time)).answerDueAt;
  // A Tuesday; a Friday; late on a Sunday; the day before April 30, which is before a Friday and a weekend.
  expect(dueAt("2026-11-24T09:00")).toEqual(at("2026-11-27T00:00"));
  expect(dueAt("2026-11-27T23:59")).toEqual(at("2026-12-02T00:00"));
  expect(dueAt("2026-11-29T23:30")).toEqual(at("2026-12-02T00:00"));
  expect(dueAt("2026-04-29T08:00")).toEqual(at("2026-05-06T00:00"));
});

test("what is asked for is due in 10 or 15 days", () => {
  const daysOf = dataRequestKinds.map((kind) => dueDatesOf(kind, at("2026-11-24T00:00")).doneDueAt);
  expect(daysOf).toEqual(
    ["2026-12-05", "2026-12-05", "2026-12-10", "2026-12-10", "2026-12-10"].map((day) => at(`${day}T00:00`)),
  );
});
