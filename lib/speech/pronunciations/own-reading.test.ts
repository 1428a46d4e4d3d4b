// @module-tag promise
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { noReadingSettings, readingSettingsSchema } from "@/lib/speech/pronunciations/schema";
import { makeMember } from "@/prisma/factories";
import { findOwnReading, getReadingSettings, setReadingSettings } from "./own-reading";

const southern = { ...noReadingSettings, thousand: "ngàn", emptyTen: "lẻ" } as const;

test("settings are stored, affect only the own business's texts, and are recorded in the audit log once", async () => {
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

test("a request's options take precedence over the business's settings", async () => {
  const member = await makeMember();
  await setReadingSettings(member, southern);
  const { businessId } = member;
  expect((await findOwnReading(businessId, { thousand: "nghìn" })).reading).toEqual({
    thousand: "nghìn",
    emptyTen: "lẻ",
  });
  expect((await findOwnReading(businessId, "off")).reading).toBe("off");
});

test("a viewer can see the settings but not change them", async () => {
  const viewer = await makeMember({ role: "viewer" });
  expect(await getReadingSettings(viewer)).toEqual(noReadingSettings);
  await expect(setReadingSettings(viewer, southern)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("empty form choices mean the region's default, and unknown words are rejected", () => {
  const form = { emptyTen: "", thousand: "ngàn", four: "", year: "digits", decimals: "", textStyle: "", emoji: "" };
  expect(readingSettingsSchema.parse(form)).toEqual({ ...noReadingSettings, thousand: "ngàn", year: "digits" });
  expect(readingSettingsSchema.safeParse({ ...form, four: "five" }).success).toBe(false);
});
