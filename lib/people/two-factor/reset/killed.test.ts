// @module-tag promise
// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, expect, test } from "vitest";
import { hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { buildChild } from "@/scripts/bundle.mjs";
import { askReset, makeLoser, subjectsTo } from "@/testing/harness/lost-factors";

const program = ".build/reset-child.mjs";

beforeAll(async () => {
  await buildChild("reset-child");
});

/** Lets a process do one step and be killed at its end. */
async function killedAfter(step: "begin" | "remind" | "complete" | "send", token = ""): Promise<void> {
  const child = spawn(process.execPath, [program, step, token], { stdio: "inherit" });
  expect((await once(child, "close"))[1]).toBe("SIGKILL");
}

/** Moved back in time: the child has a real clock. */
async function age(userId: string, ms: number): Promise<void> {
  const { beganAt, dueAt } = await db.factorReset.findUniqueOrThrow({ where: { userId } });
  const earlier = { beganAt: new Date(+beganAt - ms), dueAt: new Date(+dueAt - ms) };
  await db.factorReset.update({ where: { userId }, data: earlier });
}

test("each of the three notices is sent although the process that wrote it dies at once, and none of them is the last without the second", async () => {
  const person = await makeLoser();
  await killedAfter("begin", await askReset(person));
  expect((await subjectsTo(person.email)).at(-1)).toBe("Xác thực hai lớp của bạn sẽ bị gỡ");

  await age(person.userId, hours(18));
  await killedAfter("remind");
  await age(person.userId, hours(6));
  await killedAfter("complete");
  expect(await hasSecondFactor(person.userId)).toBe(true);

  expect((await subjectsTo(person.email)).at(-1)).toBe("Nhắc lại: xác thực hai lớp của bạn sắp bị gỡ");
  const { reminderMessageId } = await db.factorReset.findUniqueOrThrow({ where: { userId: person.userId } });
  const finishedAt = new Date(Date.now() - hours(6));
  await db.outboxMessage.update({ where: { id: reminderMessageId ?? "" }, data: { finishedAt } });
  await killedAfter("complete");
  expect(await hasSecondFactor(person.userId)).toBe(false);
  expect((await subjectsTo(person.email)).at(-1)).toBe("Xác thực hai lớp của bạn đã được gỡ");
});

test("an email that one process wrote is sent by another", async () => {
  const person = await makeLoser();
  await killedAfter("begin", await askReset(person));
  const unsent = () => db.outboxMessage.count({ where: { state: "waiting" } });
  expect(await unsent()).toBe(1);
  await killedAfter("send");
  expect(await unsent()).toBe(0);
  expect(await subjectsTo(person.email)).toHaveLength(2);
});
