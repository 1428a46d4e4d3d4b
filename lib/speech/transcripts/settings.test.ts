// @module-tag promise
import { expect, test } from "vitest";
import { createBusiness } from "@/lib/businesses/service";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { formattings } from "./choices";
import { transcriptSettingsSchema } from "./schema";
import { findOwnSettings, getTranscriptSettings, setTranscriptSettings, wantedTranscript } from "./settings";

const termsOf = async (businessId: string, keyId: string | null) =>
  wantedTranscript({}, await findOwnSettings({ businessId, keyId })).terms;

test("settings are stored in the order of the work, only for the own business, and recorded in the audit log once", async () => {
  const [member, other] = [await makeMember({ role: "developer" }), await makeMember()];
  await setTranscriptSettings(member, { formatting: ["casing", "numerals"], keyterms: [] });
  await setTranscriptSettings(member, { formatting: ["numerals", "casing"], keyterms: [] });
  expect(await getTranscriptSettings(member)).toEqual({ formatting: ["numerals", "casing"], keyterms: [] });
  expect(await getTranscriptSettings(other)).toEqual({ formatting: [], keyterms: [] });
  const { businessId } = member;
  const events = await db.auditEvent.findMany({ where: { businessId, action: "transcripts.changed" } });
  expect(events).toMatchObject([
    { before: { formatting: [] }, after: { formatting: ["numerals", "casing"] }, actorId: member.userId },
  ]);
});

test("key terms are read one a line, each once, and a bad one is named", async () => {
  const parsed = transcriptSettingsSchema.parse({ keyterms: " SePay \r\nsepay\n\nNguyễn Thị Ánh" });
  expect(parsed.keyterms).toEqual(["SePay", "Nguyễn Thị Ánh"]);
  const { error } = transcriptSettingsSchema.safeParse({ keyterms: "SePay\n<b>" });
  expect(error?.issues).toMatchObject([{ message: "transcripts.keytermsInvalid", params: { term: "<b>" } }]);
});

test("key terms of a request, its key and its business are joined in this order, not those of another business", async () => {
  const [member, other] = [await makeMember({ role: "developer" }), await makeMember({ role: "developer" })];
  const { businessId } = member;
  await makeKey(member);
  const { id: keyId } = await db.apiKey.findFirstOrThrow({ where: { businessId } });
  await db.apiKey.update({ where: { id: keyId }, data: { keyterms: ["MoMo", "Tiki"] } });
  await setTranscriptSettings(member, { formatting: [], keyterms: ["tiki", "Sapo"] });
  await setTranscriptSettings(other, { formatting: [], keyterms: ["Shopee"] });
  expect(wantedTranscript({ keyterms: ["SePay"] }, await findOwnSettings({ businessId, keyId }))).toEqual({
    formatting: [],
    terms: ["SePay", "MoMo", "Tiki", "Sapo"],
    cut: 0,
  });
  expect(await termsOf(other.businessId, keyId)).toEqual(["Shopee"]);
  expect(await termsOf(businessId, null)).toEqual(["tiki", "Sapo"]);
});

test("a viewer can see the settings but not change them", async () => {
  const viewer = await makeMember({ role: "viewer" });
  expect(await getTranscriptSettings(viewer)).toEqual({ formatting: [], keyterms: [] });
  await expect(setTranscriptSettings(viewer, { formatting: ["numerals"], keyterms: [] })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a new business has all of it, and one that existed before has none", async () => {
  const { userId, businessId } = await makeMember();
  const { id } = await db.$transaction((tx) => createBusiness(tx, { ownerId: userId, name: "Công ty Mới" }));
  const formattingOf = async (of: string) =>
    wantedTranscript({}, await findOwnSettings({ businessId: of, keyId: null })).formatting;
  expect([await formattingOf(id), await formattingOf(businessId)]).toEqual([formattings, []]);
});
