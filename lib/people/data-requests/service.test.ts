import { afterEach, expect, test } from "vitest";
import { listWaiting } from "@/lib/operator/waiting/waiting";
import { exportAccount } from "@/lib/people/account/export-account";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { emailKind } from "@/lib/platform/mail/post";
import { decodePayload } from "@/lib/platform/outbox/kind";
import { makeViewer } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { answerDataRequest, createDataRequest, getDataRequest, listDataRequests } from "./service";

afterEach(() => clock.reset());

const erasure = { kind: "erase", text: "Xóa số điện thoại của tôi" } as const;

async function ask() {
  const viewer = await makeViewer();
  await createDataRequest(viewer, erasure);
  const [request] = await listDataRequests(viewer);
  if (!request) throw new Error("no request");
  return { viewer, request };
}

test("a person's request waits at the desk until it is closed, and is overdue there before the law's first date", async () => {
  const { request } = await ask();
  const staff = await makeStaff("admin");
  const find = async () => (await listWaiting(staff)).rows.find(({ id }) => id === request.id);
  expect(await find()).toMatchObject({ kind: "dataRequest", isOverdue: false });
  clock.advance(hours(env.DESK_DUE_HOURS) + 1000);
  expect(await find()).toMatchObject({ isOverdue: true });
  expect(+clock.now()).toBeLessThan(+request.answerDueAt);

  await answerDataRequest(staff, { id: request.id, text: "Chúng tôi đang làm.", end: "open" });
  expect(await find()).toBeDefined();
  await answerDataRequest(staff, { id: request.id, text: "Đã xóa.", end: "closed" });
  expect(await find()).toBeUndefined();
  await expect(answerDataRequest(staff, { id: request.id, text: "x", end: "closed" })).rejects.toThrow("no open");
});

test("the response is on the person's page, in their email and in the export of their account, and in no one else's", async () => {
  const [{ viewer, request }, other] = [await ask(), await makeViewer()];
  await answerDataRequest(await makeStaff("finance"), { id: request.id, text: "Đã xóa số 090.", end: "closed" });
  expect(await listDataRequests(viewer)).toMatchObject([
    { ...erasure, answer: "Đã xóa số 090.", closedAt: expect.any(Date) },
  ]);
  expect(await listDataRequests(other)).toEqual([]);
  expect(await exportAccount(viewer)).toContain("Đã xóa số 090.");
  expect(await exportAccount(other)).not.toContain("Đã xóa");
  const mails = await db.outboxMessage.findMany({ where: { kind: "email" }, select: { id: true, payload: true } });
  const texts = mails.map(({ id, payload }) =>
    decodePayload<{ to: string; text: string }>(emailKind, id, payload ?? ""),
  );
  expect(texts.filter(({ to }) => to === viewer.email).map(({ text }) => text)).toEqual([
    expect.stringContaining("Đã xóa số 090."),
  ]);
});

test("someone on the staff without the right to manage reads a request and cannot answer it", async () => {
  const { viewer, request } = await ask();
  const support = await makeStaff("support");
  expect(await getDataRequest(support, request.id)).toMatchObject({ ...erasure, user: { email: viewer.email } });
  await expect(answerDataRequest(support, { id: request.id, text: "x", end: "open" })).rejects.toThrow();
});

test("a person has at most five open requests", async () => {
  const { viewer } = await ask();
  for (let count = 1; count < 5; count++) await createDataRequest(viewer, erasure);
  await expect(createDataRequest(viewer, erasure)).rejects.toMatchObject({ code: "CONFLICT" });
});
