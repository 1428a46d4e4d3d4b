import { expect, test } from "vitest";
import { makeMember } from "@/prisma/factories";
import { listPronunciations, removePronunciation, savePronunciation } from "./own-reading";
import { pronunciationSchema } from "./schema";

test("a word is stored once, with its latest pronunciation, and is gone once removed", async () => {
  const member = await makeMember({ role: "developer" });
  await savePronunciation(member, { written: "Vang", spoken: "vang vang" });
  await savePronunciation(member, { written: "Vang", spoken: "văng" });
  expect(await listPronunciations(member)).toEqual([{ written: "Vang", spoken: "văng" }]);
  await removePronunciation(member, "Vang");
  await removePronunciation(member, "Vang");
  expect(await listPronunciations(member)).toEqual([]);
});

test("a member of another business can neither see nor remove words", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  await savePronunciation(member, { written: "ACB", spoken: "a xê bê" });
  expect(await listPronunciations(outsider)).toEqual([]);
  await removePronunciation(outsider, "ACB");
  expect(await listPronunciations(member)).toHaveLength(1);
});

test("a viewer can see the words but not change them", async () => {
  const viewer = await makeMember({ role: "viewer" });
  expect(await listPronunciations(viewer)).toEqual([]);
  await expect(savePronunciation(viewer, { written: "a", spoken: "b" })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each(["", "   ", "a\0b", "a\nb", "\ud800", "x".repeat(101)])("%j is rejected as a word", (written) => {
  expect(pronunciationSchema.safeParse({ written, spoken: "a" }).success).toBe(false);
});

test("two Unicode forms of a word are the same word", () => {
  const parsed = pronunciationSchema.parse({ written: "Huế".normalize("NFD"), spoken: "huế" });
  expect(parsed.written).toBe("Huế".normalize("NFC"));
});
