import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock, days, hours, minutes, seconds } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { mailsTo } from "@/testing/harness/mailbox";
import { postMail, sendPosted, sweepPosted } from "./post";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(async () => {
  vi.useRealTimers();
  clock.reset();
  await db.outgoingMail.deleteMany();
});

const secret = "hai con thạch sùng";
const mailTo = (to: string) => ({ to, subject: "Chào bạn", text: secret, html: `<p>${secret}</p>` });
const someone = () => `${newId("user")}@example.com`;
// No mail program takes two lines for an address, and neither do we.
const unsendable = () => `${someone()}\n`;
const rowOf = (id: string) => db.outgoingMail.findUniqueOrThrow({ where: { id } });

test("a mail of what did not happen is never sent", async () => {
  const to = someone();
  const undone = db.$transaction(async (tx) => {
    await postMail(tx, mailTo(to));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await mailsTo(to)).toEqual([]);
});

test("ten workers at once send each of fifty mails once", async () => {
  const people = Array.from({ length: 50 }, someone);
  for (const to of people) await postMail(db, mailTo(to));
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 10 }, sendPosted));
  const arrived = await Promise.all(people.map(async (to) => (await mailsTo(to)).length));
  expect(arrived).toEqual(people.map(() => 1));
});

test("what a killed worker had taken up is sent after five minutes, by another", async () => {
  const to = someone();
  const id = await postMail(db, mailTo(to));
  // As the row stands while a worker is sending it.
  await db.outgoingMail.update({ where: { id }, data: { attempts: 1, dueAt: new Date(+clock.now() + minutes(5)) } });
  clock.advance(minutes(5) - 1);
  expect(await mailsTo(to)).toEqual([]);
  clock.advance(1);
  expect(await mailsTo(to)).toHaveLength(1);
});

test("a mail that cannot be sent is tried for three days, ever less often, and holds up no other", async () => {
  const id = await postMail(db, mailTo(unsendable()));
  const to = someone();
  await postMail(db, mailTo(to));
  await sendPosted();
  expect(await mailsTo(to)).toHaveLength(1);
  expect((await rowOf(id)).dueAt).toEqual(new Date(+clock.now() + seconds(5)));

  for (let hour = 0; hour < 71; hour += 1) {
    clock.advance(hours(1));
    await sendPosted();
  }
  expect(await rowOf(id)).toMatchObject({ sealed: expect.any(String), dueAt: expect.any(Date), attempts: 72 });
  clock.advance(hours(1));
  await sendPosted();
  expect(await rowOf(id)).toMatchObject({ sealed: null, dueAt: null, sentAt: null });
});

test("the database never shows what a mail says or to whom, keeps none of it once sent, and forgets it in a week", async () => {
  const to = someone();
  const id = await postMail(db, mailTo(to));
  const waiting = JSON.stringify(await rowOf(id));
  for (const told of [secret, to, Buffer.from(secret).toString("base64").slice(0, 16)]) {
    expect(waiting).not.toContain(told);
  }
  await sendPosted();
  expect(await rowOf(id)).toMatchObject({ sealed: null, dueAt: null, sentAt: clock.now() });
  clock.advance(days(7) + 1);
  await sweepPosted();
  expect(await db.outgoingMail.count({ where: { id } })).toBe(0);
});
