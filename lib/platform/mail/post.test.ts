// @module-tag promise
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { clock, days, hours, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { sweepOutbox } from "@/lib/platform/outbox/operate";
import { mailsTo } from "@/testing/harness/mailbox";
import { sendMails } from "@/testing/harness/outbox";
import { postMail, postMailOnce } from "./post";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(async () => {
  vi.useRealTimers();
  clock.reset();
  await db.outboxMessage.deleteMany();
});

const secret = "hai con thạch sùng";
const mailTo = (to: string) => ({ to, subject: "Chào bạn", text: secret, html: `<p>${secret}</p>` });
const anAddress = () => `${newId("user")}@example.com`;
// No email program accepts two lines for an address, and neither do we.
const unsendable = () => `${anAddress()}\n`;
const rowOf = (id: string) => db.outboxMessage.findUniqueOrThrow({ where: { id } });

test("an email whose transaction is rolled back is never sent", async () => {
  const to = anAddress();
  const undone = db.$transaction(async (tx) => {
    await postMail(tx, mailTo(to));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await mailsTo(to)).toEqual([]);
});

test("ten workers at once send each of fifty emails once", async () => {
  const people = Array.from({ length: 50 }, anAddress);
  for (const to of people) await postMail(db, mailTo(to));
  await Promise.all(Array.from({ length: 10 }, sendMails));
  const arrived = await Promise.all(people.map(async (to) => (await mailsTo(to)).length));
  expect(arrived).toEqual(people.map(() => 1));
});

test("emails to one person arrive in the order they were written, and one with a known key is not written again", async () => {
  const to = anAddress();
  for (const subject of ["1", "2", "3"]) await postMailOnce(db, `notice ${subject}`, { ...mailTo(to), subject });
  expect(await postMailOnce(db, "notice 2", { ...mailTo(to), subject: "2" })).toBeUndefined();
  await sendMails();
  expect(await postMailOnce(db, "notice 3", { ...mailTo(to), subject: "3" })).toBeUndefined();
  expect((await mailsTo(to)).map(({ subject }) => subject)).toEqual(["3", "2", "1"]);
});

test("an email that cannot be sent is tried for three days, less and less often, and delays no other", async () => {
  const id = await postMail(db, mailTo(unsendable()));
  const to = anAddress();
  await postMail(db, mailTo(to));
  await sendMails();
  expect(await mailsTo(to)).toHaveLength(1);
  expect((await rowOf(id)).dueAt).toEqual(new Date(+clock.now() + seconds(10)));

  for (let hour = 0; hour < 72; hour += 1) {
    clock.advance(hours(1));
    await sendMails();
  }
  expect(await rowOf(id)).toMatchObject({ state: "waiting", attempts: 8 });
  clock.advance(hours(6));
  await sendMails();
  expect(await rowOf(id)).toMatchObject({ state: "dead", attempts: 9, payload: expect.any(String) });
});

test("the database never shows an email's content or recipient, keeps none of it once sent, and deletes the record after a week", async () => {
  const [to, failing] = [anAddress(), unsendable()];
  const [id, failed] = [await postMail(db, mailTo(to)), await postMail(db, mailTo(failing))];
  const shows = async (text: string) => JSON.stringify(await db.outboxMessage.findMany()).includes(text);
  for (const secretText of [secret, to, failing.trim(), Buffer.from(secret).toString("base64").slice(0, 16)])
    expect(await shows(secretText)).toBe(false);
  await sendMails();
  expect(await rowOf(id)).toMatchObject({ payload: null, state: "delivered", finishedAt: clock.now() });
  expect(await rowOf(failed)).toMatchObject({ payload: expect.any(String), lastError: expect.any(String) });
  expect(await shows(failing.trim())).toBe(false);

  clock.advance(days(7) + 1);
  await sweepOutbox(outboxKinds);
  expect(await db.outboxMessage.count({ where: { id } })).toBe(0);
});
