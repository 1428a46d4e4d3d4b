import { expect, test } from "vitest";
import { makeMember } from "@/prisma/factories";
import { getDataRules, setDataRules } from "./data-rules";
import { dataRulesSchema } from "./schema";

test("a business keeps data for 30 days in any region until it chooses otherwise, and its choice applies to it alone", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  expect(await getDataRules(member)).toEqual({ retentionDays: 30, pinnedRegion: null });
  await setDataRules(member, { retentionDays: 1, pinnedRegion: "VN" });
  expect(await getDataRules(member)).toEqual({ retentionDays: 1, pinnedRegion: "VN" });
  expect(await getDataRules(outsider)).toEqual({ retentionDays: 30, pinnedRegion: null });
});

test.each(["developer", "billing", "viewer"] as const)("a %s cannot change how long data is kept", async (role) => {
  const member = await makeMember({ role });
  await expect(setDataRules(member, { retentionDays: 0, pinnedRegion: null })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect((await getDataRules(member)).retentionDays).toBe(30);
});

test.each([
  { retentionDays: "31", pinnedRegion: "" },
  { retentionDays: "-1", pinnedRegion: "" },
  { retentionDays: "1.5", pinnedRegion: "" },
  { retentionDays: "30", pinnedRegion: "US" },
])("%j is not a valid data setting", (sent) => {
  expect(dataRulesSchema.safeParse(sent).success).toBe(false);
});
