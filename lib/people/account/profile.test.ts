import sharp from "sharp";
import { expect, test } from "vitest";
import { findLiveSession } from "@/lib/access/sessions/service";
import { db } from "@/lib/platform/db";
import { isTimeZone, labelTimeZone, timeZones } from "@/lib/platform/i18n/time-zone";
import { makeMember, makeViewer } from "@/prisma/factories";
import { getProfile, maySeePicture, removeOwnPicture, setOwnPicture, updateProfile } from "./profile";
import { profileSchema } from "./schema";

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
  .png()
  .toBuffer();

test("a person's profile is stored as typed, and their next page uses it", async () => {
  const viewer = await makeViewer();
  const typed = { name: "  Đức ", phone: "0912 345 678", locale: "en", timeZone: "Europe/Paris" };
  await updateProfile(viewer, profileSchema.parse(typed));

  expect(await getProfile(viewer)).toMatchObject({ name: "Đức", phone: "+84912345678" });
  expect(await findLiveSession(viewer.sessionId)).toMatchObject({ locale: "en", timeZone: "Europe/Paris" });
});

test.each([{ timeZone: "Mars/Olympus" }, { locale: "fr" }, { name: "\u202Egnôhk" }, { phone: "x" }, { name: "" }])(
  "%j is rejected",
  (wrong) => {
    const right = { name: "Đức", phone: "", locale: "vi", timeZone: "Asia/Ho_Chi_Minh" };
    expect(profileSchema.safeParse(right).success).toBe(true);
    expect(profileSchema.safeParse({ ...right, ...wrong }).error?.issues).toMatchObject([{ path: Object.keys(wrong) }]);
  },
);

test("Vietnam's is the first zone in the list, by its current name only, and each has a distinct label", () => {
  expect(timeZones[0]).toBe("Asia/Ho_Chi_Minh");
  expect(isTimeZone("Asia/Saigon")).toBe(false);
  expect(labelTimeZone("Asia/Ho_Chi_Minh")).toBe("Asia/Ho Chi Minh (GMT+7)");
  expect(timeZones.map(labelTimeZone).filter((label) => !/\(GMT\S*\)$|\(UTC\)$/.test(label))).toEqual([]);
});

test("a new picture replaces the old one, also when several come at once", async () => {
  const viewer = await makeViewer();
  const before = await db.picture.count();
  await Promise.all(Array.from({ length: 5 }, () => setOwnPicture(viewer, picture)));
  expect(await db.picture.count()).toBe(before + 1);

  await removeOwnPicture(viewer);
  expect(await db.picture.count()).toBe(before);
  expect((await getProfile(viewer)).pictureId).toBeNull();
});

test("a picture is shown to its person and to those they work with, and to no one else", async () => {
  const member = await makeMember();
  const viewer = await makeViewer({ userId: member.userId });
  const [colleague, outsider] = [await makeMember({ businessId: member.businessId }), await makeMember()];
  await setOwnPicture(viewer, picture);
  const { pictureId } = await getProfile(viewer);

  const maySee = async ({ userId }: { userId: string }) => maySeePicture(await makeViewer({ userId }), pictureId ?? "");
  expect(await Promise.all([viewer, colleague, outsider].map(maySee))).toEqual([true, true, false]);
});

test("an invalid picture id finds no picture, also with characters that the database does not accept", async () => {
  for (const id of ["\0", "", "pic_", "pic_1"]) expect(await maySeePicture(await makeViewer(), id)).toBe(false);
});
