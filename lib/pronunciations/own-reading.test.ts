import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makeMember } from "@/prisma/factories";
import { findOwnReading, getReadingSettings, setReadingSettings } from "./own-reading";
import { noReadingSettings, readingSettingsSchema } from "./reading-settings-schema";

const southern = { ...noReadingSettings, thousand: "ngàn", emptyTen: "lẻ" } as const;

test("a business's settings are kept, change its readings and no other's, and are recorded in the audit log once", async () => {
  const [member, other] = [await makeMember({ role: "developer" }), await makeMember()];
  expect(await getReadingSettings(member)).toEqual(noReadingSettings);
  await setReadingSettings(member, southern);
  await setReadingSettings(member, southern);

  expect(await getReadingSettings(member)).toEqual(southern);
  expect((await findOwnReading(member.businessId, undefined)).reading).toEqual({ thousand: "ngàn", emptyTen: "lẻ" });
  expect(await getReadingSettings(other)).toEqual(noReadingSettings);
  expect((await findOwnReading(other.businessId, undefined)).reading).toEqual({});
  const { businessId } = member;
  const events = await db.auditEvent.findMany({ where: { businessId, action: "reading.changed" } });
  expect(events).toMatchObject([{ before: noReadingSettings, after: southern, actorId: member.userId }]);
});

test("a request's own options come before the settings of its business", async () => {
  const member = await makeMember();
  await setReadingSettings(member, southern);
  const { businessId } = member;
  expect((await findOwnReading(businessId, { thousand: "nghìn" })).reading).toEqual({
    thousand: "nghìn",
    emptyTen: "lẻ",
  });
  expect((await findOwnReading(businessId, "off")).reading).toBe("off");
});

test("a viewer may look at the settings and not change them", async () => {
  const viewer = await makeMember({ role: "viewer" });
  expect(await getReadingSettings(viewer)).toEqual(noReadingSettings);
  await expect(setReadingSettings(viewer, southern)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a form's empty choices leave it to the voice's region, and other words are rejected", () => {
  const form = { emptyTen: "", thousand: "ngàn", four: "", year: "digits", decimals: "" };
  expect(readingSettingsSchema.parse(form)).toEqual({ ...noReadingSettings, thousand: "ngàn", year: "digits" });
  expect(readingSettingsSchema.safeParse({ ...form, four: "five" }).success).toBe(false);
});
