import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findMembership, listBusinesses } from "@/lib/businesses/service";
import { seconds } from "@/lib/clock";
import { db, withOwnConnection } from "@/lib/db";
import { newId } from "@/lib/ids";
import { authenticate } from "@/lib/keys/authenticate";
import { audit } from "@/lib/wallet/audit";
import { getBalance } from "@/lib/wallet/balance";
import { holdCredit, releaseHold } from "@/lib/wallet/holds";
import { makeKey, makeMember, makeViewer } from "@/prisma/factories";
import { archiveBusiness, listArchived, restoreBusiness } from "./archive";
import { mostOwned, openBusiness } from "./open";

const name = "Công ty Sách Nói";

test("whoever opens a business owns it, with an empty wallet and a line in its log", async () => {
  const viewer = await makeViewer();
  const { slug } = await openBusiness(viewer, "Nhà xuất bản Mặt Trời");

  expect(await listBusinesses(viewer)).toMatchObject([{ slug, name: "Nhà xuất bản Mặt Trời", role: "owner" }]);
  const membership = await findMembership(viewer, slug);
  const events = await db.auditEvent.findMany({ where: { businessId: membership?.businessId ?? "" } });
  expect(events).toMatchObject([{ action: "business.created", actorId: viewer.userId }]);
});

test("the twenty-first business is refused, also when twenty are opened at once", async () => {
  const viewer = await makeViewer();
  for (let count = 5; count < mostOwned; count += 1) await makeMember({ userId: viewer.userId });
  const opened = await Promise.allSettled(Array.from({ length: 20 }, () => openBusiness(viewer, name)));
  expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(opened.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "CONFLICT" } });
});

test("whoever waits longer than five seconds for a busy database still opens a business", async () => {
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

test("businesses put out of use and brought back do not add up to more than one person may own", async () => {
  const viewer = await makeViewer();
  const { slug } = await openBusiness(viewer, name);
  const { businessId } = (await findMembership(viewer, slug)) ?? { businessId: "" };
  await db.business.update({ where: { id: businessId }, data: { archivedAt: new Date() } });
  for (let count = 0; count < mostOwned; count += 1) await openBusiness(viewer, name);
  await expect(restoreBusiness(viewer, slug)).rejects.toMatchObject({ code: "CONFLICT" });
  await db.business.updateMany({ where: { slug: { not: slug } }, data: { archivedAt: new Date() } });
  await expect(restoreBusiness(viewer, slug)).resolves.toBeUndefined();
});

test("calls that run while their business is archived: it stays open, or none of them got in", async () => {
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

test("an archived business is entered by nobody, its keys open nothing and its given credit goes back", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  const viewer = await makeViewer({ userId: member.userId });
  const key = await makeKey(member);
  expect(await authenticate(key)).toBeTruthy();

  await archiveBusiness(member, name);

  expect(await findMembership(viewer, member.businessSlug)).toBeNull();
  expect(await listBusinesses(viewer)).toEqual([]);
  await expect(authenticate(key)).rejects.toMatchObject({ code: "KEY_INVALID" });
  expect(await getBalance(member)).toMatchObject({ availableMilli: 0n });
  expect(await listArchived(viewer)).toMatchObject([{ slug: member.businessSlug, name }]);
});

test("archived credit leaves the books balanced", async () => {
  await archiveBusiness(await makeMember({ creditMilli: 1_234_567n }), name);
  expect(await audit()).toEqual([]);
});

test("another name, a call under way and money that was paid for keep a business in use", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  await expect(archiveBusiness(member, "Công ty khác")).rejects.toMatchObject({ words: { param: "name" } });

  const trackingId = newId("tts");
  await holdCredit({ businessId: member.businessId, trackingId, amountMilli: 1_000n });
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({ words: { message: "lifecycle.callsRunning" } });
  await releaseHold(trackingId);

  const { id } = await db.walletAccount.findFirstOrThrow({
    where: { businessId: member.businessId, kind: "available" },
  });
  await db.transfer.create({
    data: {
      id: newId("transfer"),
      debitAccountId: "acc_bank",
      creditAccountId: id,
      amountMilli: 1n,
      kind: "charge",
      reference: id,
    },
  });
  await expect(archiveBusiness(member, name)).rejects.toMatchObject({ words: { message: "lifecycle.balanceLeft" } });
  expect(await getBalance(member)).toMatchObject({ availableMilli: 50_000_000n });
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
