import { afterEach, expect, test, vi } from "vitest";
import { operateFromTerminal } from "@/lib/operator/cli/cli";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { postMail } from "@/lib/platform/mail/post";
import { mailsTo } from "@/testing/harness/mailbox";
import { sendMails } from "@/testing/harness/outbox";

afterEach(async () => {
  vi.restoreAllMocks();
  await db.outboxMessage.deleteMany();
});

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => said.push(String(line)) > 0);
  const code = await operateFromTerminal(["outbox", ...args]);
  write.mockRestore();
  return { code, said: said.join("") };
}

const mailTo = (to: string) => ({ to, subject: "Đặt lại mật khẩu", text: "https://vang.example/link/abc", html: "" });

/** An email without attempts left; its address is valid, as after an outage of the mail server. */
async function deadMail(to = `${newId("user")}@example.com`) {
  const id = await postMail(db, mailTo(to));
  const data = { state: "dead", attempts: 9, finishedAt: new Date(), lastError: "550 no" };
  await db.outboxMessage.update({ where: { id }, data });
  return { id, to };
}

test("waiting and dead messages are listed with their reason, and without address or text", async () => {
  const { id } = await deadMail("thanh@example.com");
  const waiting = await postMail(db, mailTo("lan@example.com"));
  const { code, said } = await run("list");
  expect(code).toBe(0);
  const [dead, second, summary] = said.split("\n");
  expect(dead).toMatch(
    new RegExp(
      `^${id} {2}email {2}dead {2}9 attempts {2}\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d {2}t•••@example.com {2}550 no$`,
    ),
  );
  expect(second).toContain(`${waiting}  email  waiting  0 attempts`);
  expect(summary).toMatch(/^1 are due, the oldest for \d+ s; 1 are dead$/);
  expect(said).not.toMatch(/thanh|lan@|vang\.example|mật khẩu/);
});

test("a dead message is retried with its whole schedule, by id or all of a kind", async () => {
  const [first, second, third] = [await deadMail(), await deadMail(), await deadMail()];
  expect(await run("retry", "--id", first.id)).toEqual({ code: 0, said: "1 are tried again\n" });
  const row = await db.outboxMessage.findUniqueOrThrow({ where: { id: first.id } });
  expect(row).toMatchObject({ state: "waiting", attempts: 0, finishedAt: null });
  expect(await mailsTo(first.to)).toHaveLength(1);
  expect(await mailsTo(second.to)).toHaveLength(0);
  expect(await run("retry", "--kind", "email")).toEqual({ code: 0, said: "2 are tried again\n" });
  for (const { to } of [second, third]) expect(await mailsTo(to)).toHaveLength(1);
  expect(await run("retry", "--kind", "email")).toEqual({ code: 1, said: "0 are tried again\n" });
});

test("dead messages of a kind are dropped, waiting ones only by id, and none that is being delivered", async () => {
  await deadMail();
  const [waiting, busy] = [await postMail(db, mailTo("a@example.com")), await postMail(db, mailTo("b@example.com"))];
  const lease = { leaseOwner: "another worker", leasedUntil: new Date(Date.now() + 60_000) };
  await db.outboxMessage.update({ where: { id: busy }, data: lease });
  expect(await run("drop", "--kind", "email")).toEqual({ code: 0, said: "1 are deleted\n" });
  expect(await run("drop", "--id", busy)).toEqual({ code: 1, said: "0 are deleted\n" });
  expect(await run("retry", "--id", busy)).toEqual({ code: 1, said: "0 are tried again\n" });
  expect(await run("drop", "--id", waiting)).toEqual({ code: 0, said: "1 are deleted\n" });
  await sendMails();
  expect(await db.outboxMessage.findMany({ select: { id: true } })).toEqual([{ id: busy }]);
});

test.each([["drop"], ["send"], ["list", "x"], ["list", "--all"], ["retry", "--id"]])(
  "the arguments %s %s are rejected",
  async (...args) => {
    const complained = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await run(...args)).toEqual({ code: 2, said: "" });
    expect(complained).toHaveBeenCalled();
  },
);
