import sharp from "sharp";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { readLogo, removeLogo, renameBusiness, setLogo } from "./profile";

const picture = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: "#b8324f" } })
    .png()
    .toBuffer();

const shownLogo = async (businessId: string) =>
  (await db.business.findUniqueOrThrow({ where: { id: businessId } })).pictureId ?? "";

test("a new name is recorded with the old one; the URL in the console stays", async () => {
  const member = await makeMember();
  await renameBusiness(member, "Nhà xuất bản Mặt Trời");
  await renameBusiness(member, "Nhà xuất bản Mặt Trời");

  const business = await db.business.findUniqueOrThrow({ where: { id: member.businessId } });
  expect(business).toMatchObject({ name: "Nhà xuất bản Mặt Trời", slug: member.businessSlug });
  const events = await db.auditEvent.findMany({ where: { businessId: member.businessId } });
  expect(events).toMatchObject([
    { action: "business.renamed", before: { name: "Công ty Sách Nói" }, after: { name: "Nhà xuất bản Mặt Trời" } },
  ]);
});

test("a logo is re-encoded, replaced and removed, and leaves nothing behind", async () => {
  const member = await makeMember();
  await setLogo(member, await picture());
  const first = await shownLogo(member.businessId);
  expect(await readLogo(member, first)).toMatchObject({ contentType: "image/webp" });

  await Promise.all([setLogo(member, await picture()), setLogo(member, await picture())]);
  expect(await readLogo(member, first)).toBeNull();
  await removeLogo(member);
  expect(await db.picture.count()).toBe(0);
});

test("others never see a business's logo, and a viewer changes neither name nor logo", async () => {
  const member = await makeMember();
  await setLogo(member, await picture());
  expect(await readLogo(await makeMember(), await shownLogo(member.businessId))).toBeNull();

  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  await expect(renameBusiness(viewer, "Khác")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(setLogo(viewer, await picture())).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(removeLogo(viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
