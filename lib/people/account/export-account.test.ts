// @module-tag slow
import { expect, test } from "vitest";
import { createKey } from "@/lib/keys/service";
import { makeKeySettings, makeMember, makePasskey, makeSignIns, makeViewer } from "@/prisma/factories";
import { exportAccount } from "./export-account";
import { updateProfile } from "./profile";

test("a person gets everything about their account, without secrets and without anyone else's data", async () => {
  const member = await makeMember();
  const other = await makeMember({ businessId: member.businessId });
  const viewer = await makeViewer({ userId: member.userId });
  await updateProfile(viewer, { name: "Lê Ánh", phone: "+84912345678", locale: "vi", timeZone: "Asia/Ho_Chi_Minh" });
  await makeSignIns(viewer.userId);
  await makePasskey(viewer.userId, { name: "Máy tính" });
  await createKey(member, makeKeySettings({ name: "Tổng đài" }));

  const text = await exportAccount(viewer);
  expect(JSON.parse(text)).toMatchObject({
    email: viewer.email,
    name: "Lê Ánh",
    phone: "+84912345678",
    businesses: [{ slug: member.businessSlug, role: "owner" }],
    passkeys: [{ name: "Máy tính" }],
    activity: [{ action: "key.created", business: member.businessSlug }],
  });
  expect(JSON.parse(text).signIns.length).toBeGreaterThan(3);
  expect(text).not.toMatch(/argon2|publicKey|passwordHash|fingerprint|sealed|vang_live_/i);
  const [mine, theirs] = [viewer.userId, other.userId];
  expect(text).toContain(mine);
  expect(text).not.toContain(theirs);
});
