// @module-tag promise
import { expect, test } from "vitest";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import { mailIsSent, mailsTo } from "@/testing/harness/mailbox";
import { getKey } from "./detail";
import { flagLeaked } from "./leaks";
import { rotateKey } from "./rotate";
import { createKey, listKeys } from "./service";

const sighting = { source: "github", url: "https://example.com/a" };
const dead = { code: "KEY_INVALID" };

test("a leaked key is shown as leaked, with where it was seen", async () => {
  const member = await makeMember();
  const { id, secret } = await createKey(member, makeKeySettings());
  expect(await flagLeaked(secret, sighting)).toBe(true);
  await expect(findLiveKey(secret)).rejects.toMatchObject(dead);
  expect(await listKeys(member)).toMatchObject([{ id, status: "leaked" }]);
  expect(await getKey(member, id)).toMatchObject({ status: "leaked", leakSource: "github", leakUrl: sighting.url });
});

test("an old secret that leaks ends alone: the current one goes on", async () => {
  const member = await makeMember();
  const { id, secret: old } = await createKey(member, makeKeySettings());
  const { secret } = await rotateKey(member, id, "24");
  expect(await flagLeaked(old, sighting)).toBe(true);
  await expect(findLiveKey(old)).rejects.toMatchObject(dead);
  await expect(findLiveKey(secret)).resolves.toMatchObject({ keyId: id });
  expect(await getKey(member, id)).toMatchObject({ status: "active", oldSecret: null });
});

test("a current secret that leaks ends the old one too", async () => {
  const member = await makeMember();
  const { id, secret: old } = await createKey(member, makeKeySettings());
  const { secret } = await rotateKey(member, id, "24");
  await flagLeaked(secret, sighting);
  await expect(findLiveKey(old)).rejects.toMatchObject(dead);
  await expect(findLiveKey(secret)).rejects.toMatchObject(dead);
});

test("ten reports at once, and more after them, are one event and one email to each owner and admin, and none to others", async () => {
  const owner = await makeMember();
  const admin = await makeMember({ role: "admin", businessId: owner.businessId });
  const viewer = await makeMember({ role: "viewer", businessId: owner.businessId });
  const { secret } = await createKey(owner, makeKeySettings());
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 10 }, () => flagLeaked(secret, sighting)));
  }

  expect(await db.auditEvent.count({ where: { businessId: owner.businessId, action: "key.leaked" } })).toBe(1);
  await mailIsSent();
  const mails = await listKeptMails();
  const noticesOf = async ({ userId }: { userId: string }) => {
    const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    return mails.filter(({ to }) => to === email).length;
  };
  expect([await noticesOf(owner), await noticesOf(admin), await noticesOf(viewer)]).toEqual([1, 1, 0]);
});

test("the email about a playground key links to the list of keys, because it has no page of its own", async () => {
  const member = await makeMember();
  const { email } = await db.user.findUniqueOrThrow({ where: { id: member.userId } });
  await flagLeaked((await createPlaygroundKey(member)).secret, sighting);
  const [mail] = await mailsTo(email);
  expect(mail?.text).toContain(`/console/${member.businessSlug}/keys\n`);
  expect(mail?.text).not.toMatch(/keys\/key_/);
});
