// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findMembership } from "@/lib/access/auth/session";
import { listBusinesses } from "@/lib/businesses/service";
import { createKey } from "@/lib/keys/service";
import { getBalance } from "@/lib/money/wallet/balance";
import { audit } from "@/lib/money/wallet/books/differences";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { type NewTransfer, postTransfer } from "@/lib/money/wallet/post-transfer";
import { captureHolds } from "@/lib/money/wallet/settle";
import { clock, days, seconds } from "@/lib/platform/clock";
import { db, sql, withOwnConnection } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeKey, makeKeySettings, makeMember, makeViewer } from "@/prisma/factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { archiveBusiness, closeBusiness, listArchived, restoreBusiness } from "./archive";
import { mostOpened, mostOwned, openBusiness } from "./open";

const name = "Công ty Sách Nói";

test("someone who creates a business owns it, with an empty wallet and an entry in its log", async () => {
  const viewer = await makeViewer();
  const { slug } = await openBusiness(viewer, "Nhà xuất bản Mặt Trời");

  expect(await listBusinesses(viewer)).toMatchObject([{ slug, name: "Nhà xuất bản Mặt Trời", role: "owner" }]);
  const membership = await findMembership(viewer, slug);
  const events = await db.auditEvent.findMany({ where: { businessId: membership?.businessId ?? "" } });
  expect(events).toMatchObject([{ action: "business.created", actorId: viewer.userId }]);
});

test("the twenty-first business is rejected, also when twenty are created at once", async () => {
  const viewer = await makeViewer();
  for (let count = 5; count < mostOwned; count += 1) await makeMember({ userId: viewer.userId });
  const opened = await Promise.allSettled(Array.from({ length: 20 }, () => openBusiness(viewer, name)));
  expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(opened.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "CONFLICT" } });
});

test("someone who waits longer than five seconds for a busy database still creates a business", {
  tags: "deep",
}, async () => {
  const viewer = await makeViewer();
  const opened: Promise<unknown>[] = [];
  await withOwnConnection(async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [viewer.userId]);
    // Ten wait in their transactions, and hold all connections; the others wait for one.
    for (let count = 0; count < 12; count += 1) opened.push(openBusiness(viewer, name));
    const settled = Promise.allSettled(opened);
    await sleep(seconds(5.5));
    await client.query("COMMIT");
    await settled;
  });
  expect(await Promise.allSettled(opened)).toEqual(opened.map(() => expect.objectContaining({ status: "fulfilled" })));
});

test("archiving and restoring businesses does not exceed the limit for one person", async () => {
  const viewer = await makeViewer();
  const { businessId, businessSlug: slug } = await makeMember({ userId: viewer.userId });
  await db.business.update({ where: { id: businessId }, data: { archivedAt: new Date() } });
  for (let count = 0; count < mostOwned; count += 1) await openBusiness(viewer, name);
  await expect(restoreBusiness(viewer, slug)).rejects.toMatchObject({ code: "CONFLICT" });
  await db.business.updateMany({ where: { slug: { not: slug } }, data: { archivedAt: new Date() } });
  await expect(restoreBusiness(viewer, slug)).resolves.toBeUndefined();
});

test("a person opens 20 businesses in 30 days, also of those that they archived, gave away, left or opened under an earlier account", async () => {
  const mailbox = newId("user");
  const viewer = await makeViewer();
  await db.user.update({ where: { id: viewer.userId }, data: { mailbox } });
  const slugs: string[] = [];
  for (let count = 0; count < mostOpened; count += 1) slugs.push((await openBusiness(viewer, name)).slug);
  const opened = { slug: { in: slugs } };
  await db.business.updateMany({ where: { slug: { in: slugs.slice(0, 7) } }, data: { archivedAt: clock.now() } });
  const given = { userId: viewer.userId, business: { slug: { in: slugs.slice(7, 14) } } };
  await db.membership.updateMany({ where: given, data: { role: "admin" } });
  await db.membership.deleteMany({ where: { userId: viewer.userId, business: { slug: { in: slugs.slice(14) } } } });
  const tooMany = { code: "CONFLICT", details: { message: "businesses.openedTooMany" } };
  await expect(openBusiness(viewer, name)).rejects.toMatchObject(tooMany);

  await db.user.update({ where: { id: viewer.userId }, data: { mailbox: null } });
  const again = await makeViewer();
  await db.user.update({ where: { id: again.userId }, data: { mailbox } });
  await expect(openBusiness(again, name)).rejects.toMatchObject(tooMany);
  await expect(openBusiness(await makeViewer(), name)).resolves.toBeDefined();
  await db.business.updateMany({ where: opened, data: { createdAt: new Date(+clock.now() - days(31)) } });
  await expect(openBusiness(again, name)).resolves.toBeDefined();
});

test("requests that run while their business is archived: it stays open, or all of them were rejected", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { businessId, ...rest } = await makeMember({ creditMilli: 50_000_000n });
    const call = { businessId, trackingId: newId("tts"), amountMilli: 1_000n };
    const [archived, held] = await Promise.allSettled([
      archiveBusiness({ businessId, ...rest }, name),
      holdCredit(call),
    ]);
    expect([archived.status, held.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect((await db.business.findUnique({ where: { id: businessId } }))?.archivedAt === null).toBe(
      held.status === "fulfilled",
    );
  }
  expect(await audit()).toEqual([]);
});

test("an archived business has no members with access, its keys are rejected and its given credit is taken back", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  const viewer = await makeViewer({ userId: member.userId });
  const key = await makeKey(member);
  expect(await findLiveKey(key)).toBeTruthy();

  await archiveBusiness(member, name);

  expect(await findMembership(viewer, member.businessSlug)).toBeNull();
  expect(await listBusinesses(viewer)).toEqual([]);
  await expect(findLiveKey(key)).rejects.toMatchObject({ code: "KEY_INVALID" });
  expect(await getBalance(member)).toMatchObject({ availableMilli: 0n });
  expect(await listArchived(viewer)).toMatchObject([{ slug: member.businessSlug, name }]);
});

test("a key requested while the business is archived is not made, and restoring it brings none", async () => {
  const owner = await makeMember({ name });
  const viewer = await makeViewer({ userId: owner.userId });
  const where = { businessId: owner.businessId, revokedAt: null };
  let made: Promise<unknown> | undefined;
  await db.$transaction(async (tx) => {
    await closeBusiness(tx, owner);
    made = createKey(owner, makeKeySettings()).catch((error: unknown) => error);
    await sleep(200);
  });
  expect(await made).toMatchObject({ code: "FORBIDDEN" });
  await restoreBusiness(viewer, owner.businessSlug);
  expect(await db.apiKey.count({ where })).toBe(0);
});

test("archived credit leaves the ledger balanced", async () => {
  await archiveBusiness(await makeMember({ creditMilli: 1_234_567n }), name);
  expect(await audit()).toEqual([]);
});

test("another name, a running request and paid credit keep a business from being archived", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  await expect(archiveBusiness(member, "Công ty khác")).rejects.toMatchObject({ details: { param: "name" } });

  const trackingId = newId("tts");
  await holdCredit({ businessId: member.businessId, trackingId, amountMilli: 1_000n });
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({
    details: { message: "businesses.callsRunning" },
  });
  await releaseHold(trackingId);

  const available = { businessId: member.businessId, kind: "available" } as const;
  const topUp = {
    debit: "bank",
    credit: available,
    amountMilli: 1_000n,
    kind: "top_up",
    reference: newId("transfer"),
  } as const;
  await postTransfer(db, topUp);
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({ details: { message: "businesses.balanceLeft" } });
  expect(await getBalance(member)).toMatchObject({ availableMilli: 50_001_000n });
});

test("once its paid credit is refunded or spent a business is archived, and only what it was given goes back", async () => {
  const member = await makeMember({ creditMilli: 50_000n });
  const { businessId } = member;
  const available = { businessId, kind: "available" } as const;
  const post = (transfer: Partial<NewTransfer>) =>
    postTransfer(db, {
      ...{ debit: "bank", credit: available, amountMilli: 200_000n, kind: "top_up", reference: newId("transfer") },
      ...transfer,
    });
  await post({});
  const spend = async (amountMilli: bigint) => {
    const trackingId = newId("tts");
    await holdCredit({ businessId, trackingId, amountMilli });
    expect(await captureHolds(sql, [trackingId])).toBe(1);
  };
  await spend(20_000n);
  await post({ debit: available, credit: "bank", amountMilli: 199_000n, kind: "refund" });
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({ details: { message: "businesses.balanceLeft" } });
  await post({ debit: available, credit: "bank", amountMilli: 1_000n, kind: "refund" });

  await archiveBusiness(member, name);
  const forfeit = await db.transfer.findFirst({ where: { debit: { businessId }, kind: "forfeit" } });
  expect(forfeit).toMatchObject({ amountMilli: 30_000n, creditAccountId: "acc_promotion" });
  expect(await getBalance(member)).toEqual({ availableMilli: 0n, heldMilli: 0n });

  const spender = await makeMember({ creditMilli: 50_000n });
  await postTransfer(db, {
    ...{ debit: "suspense", credit: { businessId: spender.businessId, kind: "available" }, amountMilli: 5_000n },
    ...{ kind: "claim", reference: newId("transfer") },
  });
  await expect(archiveBusiness(spender, name)).rejects.toMatchObject({
    details: { message: "businesses.balanceLeft" },
  });
  const trackingId = newId("tts");
  await holdCredit({ businessId: spender.businessId, trackingId, amountMilli: 55_000n });
  await captureHolds(sql, [trackingId]);
  await archiveBusiness(spender, name);
  expect(await audit()).toEqual([]);
});

test("a business that owes something stays in use until that is paid", async () => {
  const member = await makeMember({ creditMilli: 50n });
  const receivable = { businessId: member.businessId, kind: "receivable" } as const;
  const owed = { debit: receivable, credit: "bank", amountMilli: 170n, kind: "reversal", reference: newId("transfer") };
  await postTransfer(db, owed as NewTransfer);
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({ details: { message: "businesses.moneyOwed" } });

  const paid = { ...owed, debit: "bank", credit: receivable, kind: "top_up", reference: newId("transfer") };
  await postTransfer(db, paid as NewTransfer);
  await archiveBusiness(member, name);
  expect(await audit()).toEqual([]);
});

test("only an owner archives, and only an owner of that business restores", async () => {
  const member = await makeMember();
  const admin = await makeMember({ role: "admin", businessId: member.businessId });
  await expect(archiveBusiness(admin, name)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await archiveBusiness(member, name);

  for (const userId of [admin.userId, (await makeMember()).userId]) {
    const viewer = await makeViewer({ userId });
    expect(await listArchived(viewer)).toEqual([]);
    await expect(restoreBusiness(viewer, member.businessSlug)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  const owner = await makeViewer({ userId: member.userId });
  await restoreBusiness(owner, member.businessSlug);
  expect(await listBusinesses(owner)).toMatchObject([{ slug: member.businessSlug }]);
  await expect(restoreBusiness(owner, member.businessSlug)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
