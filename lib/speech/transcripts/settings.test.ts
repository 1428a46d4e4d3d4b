// @module-tag promise
import { expect, test } from "vitest";
import { createBusiness } from "@/lib/businesses/service";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { formattings } from "./schema";
import { findFormatting, getTranscriptSettings, setTranscriptSettings } from "./settings";

test("settings are stored in the order of the work, only for the own business, and recorded in the audit log once", async () => {
  const [member, other] = [await makeMember({ role: "developer" }), await makeMember()];
  await setTranscriptSettings(member, { formatting: ["casing", "numerals"] });
  await setTranscriptSettings(member, { formatting: ["numerals", "casing"] });
  expect(await getTranscriptSettings(member)).toEqual({ formatting: ["numerals", "casing"] });
  expect(await getTranscriptSettings(other)).toEqual({ formatting: [] });
  const { businessId } = member;
  const events = await db.auditEvent.findMany({ where: { businessId, action: "transcripts.changed" } });
  expect(events).toMatchObject([
    { before: { formatting: [] }, after: { formatting: ["numerals", "casing"] }, actorId: member.userId },
  ]);
});

test("a viewer can see the settings but not change them", async () => {
  const viewer = await makeMember({ role: "viewer" });
  expect(await getTranscriptSettings(viewer)).toEqual({ formatting: [] });
  await expect(setTranscriptSettings(viewer, { formatting: ["numerals"] })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a new business has all of it, and one that existed before has none", async () => {
  const { userId, businessId } = await makeMember();
  const { id } = await db.$transaction((tx) => createBusiness(tx, { ownerId: userId, name: "Công ty Mới" }));
  expect([await findFormatting(id), await findFormatting(businessId)]).toEqual([formattings, []]);
});
