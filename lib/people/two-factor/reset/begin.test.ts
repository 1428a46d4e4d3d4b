// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { makeUser } from "@/prisma/factories";
import { askReset, makeLoser, phone, resultsOf, subjectsTo } from "@/testing/harness/lost-factors";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { beginReset, cancelResetByLink } from "./reset";
import { findWait } from "./wait";

afterEach(clock.reset);

test("fifty confirmations at once start one wait and send one notice", async () => {
  const person = await makeLoser();
  const token = await askReset(person);
  const presses = await Promise.allSettled(Array.from({ length: 50 }, () => beginReset(token, phone)));
  expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await subjectsTo(person.email)).toHaveLength(2);
  expect((await resultsOf(person.userId)).filter((result) => result === "reset_begun")).toHaveLength(1);
});

test("a second request neither restarts nor shortens the wait, by a link emailed before it either", async () => {
  const person = await makeLoser();
  const [first, other] = [await askReset(person), await askReset(person)];
  const { dueAt } = await beginReset(first, phone);
  clock.advance(hours(3));
  await expect(askReset(person)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(beginReset(other, phone)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await findWait(person.userId))?.dueAt).toEqual(dueAt);
});

test("a link that was used, is an hour old or was made up starts nothing and shows an error", async () => {
  const person = await makeLoser();
  const old = await askReset(person);
  clock.advance(minutes(61));
  const dead = { code: "NOT_FOUND", details: { message: "auth.linkDead" } };
  await expect(beginReset(old, phone)).rejects.toMatchObject(dead);
  await expect(beginReset("a".repeat(43), phone)).rejects.toMatchObject(dead);
  const used = await askReset(person);
  await beginReset(used, phone);
  await cancelResetByLink(await mailedToken(person.email, "keep-factors"), phone);
  await expect(beginReset(used, phone)).rejects.toMatchObject(dead);
  expect(await findWait(person.userId)).toBeNull();
});

test("without a second factor there is nothing to remove, and no wait begins", async () => {
  const person = await makeUser();
  const token = await askReset({ userId: person.id, email: person.email });
  await expect(beginReset(token, phone)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await findWait(person.id)).toBeNull();
});

test("five links an hour, and then the person has to wait", async () => {
  const person = await makeLoser();
  for (let count = 0; count < 5; count += 1) await askReset(person);
  await expect(askReset(person)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  expect(await mailsTo(person.email)).toHaveLength(5);
});
