import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { changeRole, removeMember } from "./change";
import { cancelOffer, confirmOwnership, findOffer, mostOffersADay, offerOwnership } from "./ownership";

afterEach(() => clock.reset());

async function offered(shared = false) {
  const owner = await makeMember();
  const heir = await makeMember({ role: "billing", businessId: owner.businessId });
  await offerOwnership(owner, { userId: heir.userId, shared });
  const offer = await findOffer(heir);
  return { owner, heir, id: offer?.id ?? "" };
}

const roles = async (businessId: string) =>
  Object.fromEntries(
    (await db.membership.findMany({ where: { businessId } })).map(({ userId, role }) => [userId, role]),
  );

test("nothing changes until the other side confirms; then the business has changed hands", async () => {
  const { owner, heir, id } = await offered();
  expect(await roles(owner.businessId)).toEqual({ [owner.userId]: "owner", [heir.userId]: "billing" });
  await confirmOwnership(heir, id);
  expect(await roles(owner.businessId)).toEqual({ [owner.userId]: "admin", [heir.userId]: "owner" });
  await expect(confirmOwnership(heir, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an owner may share what they own", async () => {
  const { owner, heir, id } = await offered(true);
  await confirmOwnership(heir, id);
  expect(await roles(owner.businessId)).toEqual({ [owner.userId]: "owner", [heir.userId]: "owner" });
});

test("only the recipient can confirm: not the owner, not an admin, not anyone else", async () => {
  const { owner, id } = await offered();
  const admin = await makeMember({ role: "admin", businessId: owner.businessId });
  for (const other of [owner, admin, await makeMember()])
    await expect(confirmOwnership(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await roles(owner.businessId))[owner.userId]).toBe("owner");
});

test("an offer is valid for seven days", async () => {
  const { owner, heir, id } = await offered();
  clock.advance(days(7));
  await expect(confirmOwnership(heir, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await findOffer(owner)).toBeNull();
  await offerOwnership(owner, { userId: heir.userId, shared: false });
});

test("it can be taken back or declined, and no one else can end it", async () => {
  const { owner, heir, id } = await offered();
  const admin = await makeMember({ role: "admin", businessId: owner.businessId });
  for (const other of [admin, await makeMember()])
    await expect(cancelOffer(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await findOffer(admin)).toBeNull();
  await cancelOffer(heir, id);
  await offerOwnership(owner, { userId: heir.userId, shared: false });
  const again = await findOffer(owner);
  await cancelOffer(owner, again?.id ?? "");
  await expect(confirmOwnership(heir, again?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an offer ends when either side changes or leaves", async () => {
  const { owner, heir, id } = await offered();
  await changeRole(owner, heir.userId, "viewer");
  await expect(confirmOwnership(heir, id)).rejects.toMatchObject({ code: "NOT_FOUND" });

  await offerOwnership(owner, { userId: heir.userId, shared: true });
  const again = await findOffer(owner);
  await removeMember(owner, heir.userId);
  await expect(confirmOwnership(heir, again?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of ten offers at once one stands, and ten confirmations count once", async () => {
  const owner = await makeMember();
  const heir = await makeMember({ role: "viewer", businessId: owner.businessId });
  const offers = Array.from({ length: 10 }, () => offerOwnership(owner, { userId: heir.userId, shared: false }));
  expect((await Promise.allSettled(offers)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const id = (await findOffer(heir))?.id ?? "";
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => confirmOwnership(heir, id)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
}, 20_000);

test.each(["admin", "developer", "billing", "viewer"] as const)("a %s has no business to offer", async (role) => {
  const member = await makeMember({ role });
  const other = await makeMember({ businessId: member.businessId, role: "viewer" });
  const offer = offerOwnership(member, { userId: other.userId, shared: true });
  await expect(offer).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("ownership is offered five times a day, so that no one fills a mailbox with offers", async () => {
  const { owner, heir, id } = await offered();
  const again = () => offerOwnership(owner, { userId: heir.userId, shared: true });
  await cancelOffer(owner, id);
  for (let made = 1; made < mostOffersADay; made++) {
    await again();
    await cancelOffer(owner, (await findOffer(owner))?.id ?? "");
  }
  await expect(again()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  clock.advance(days(1));
  await again();
});

test("ownership is offered to members of the business alone", async () => {
  const [owner, outsider] = [await makeMember(), await makeMember()];
  const offer = offerOwnership(owner, { userId: outsider.userId, shared: false });
  await expect(offer).rejects.toMatchObject({ code: "NOT_FOUND" });
});
