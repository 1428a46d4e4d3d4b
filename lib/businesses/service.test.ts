import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { findMembership } from "@/lib/access/auth/session";
import { db } from "@/lib/platform/db";
import { makeMember, makeUser, makeViewer } from "@/prisma/factories";
import { createBusiness, findHome, listBusinesses, slugOf } from "./service";

test.each([
  ["Công ty TNHH Sách Nói Đà Nẵng", "cong-ty-tnhh-sach-noi-da-nang"],
  ["Ðông Á & Đối tác", "dong-a-doi-tac"],
  ["  ...VOICE--24/7!  ", "voice-24-7"],
  ["Admin", "admin-business"],
  ["株式会社", "business"],
  ["Ngân hàng Thương mại Cổ phần Ngoại thương Việt Nam", "ngan-hang-thuong-mai-co-phan-ngoai-thuon"],
])("the slug of %s is %s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("ten businesses of one name created at once get ten slugs", async () => {
  const { id: ownerId } = await makeUser();
  const made = await Promise.all(
    Array.from({ length: 10 }, () => db.$transaction((tx) => createBusiness(tx, { ownerId, name: "Sách Nói" }))),
  );
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(10);
  expect(made.map(({ slug }) => slug)).toContain("sach-noi");
});

test("a person sees the businesses they belong to, and no other", async () => {
  const member = await makeMember({ role: "billing", name: "Của tôi" });
  const outsider = await makeMember();
  const viewer = await makeViewer({ userId: member.userId });

  expect(await listBusinesses(viewer)).toEqual([
    { slug: member.businessSlug, name: "Của tôi", role: "billing", pictureId: null },
  ]);
  expect(await findMembership(viewer, member.businessSlug)).toEqual({
    businessId: member.businessId,
    businessSlug: member.businessSlug,
    role: "billing",
    requiresTwoFactor: false,
  });
  expect(await findMembership(viewer, outsider.businessSlug)).toBeNull();
});

test("a slug that no business can have finds none, and is not an error", async () => {
  const viewer = await makeViewer();
  for (const slug of ["\0", "../keys", "", "a b", "x".repeat(10_000)])
    expect(await findMembership(viewer, slug)).toBeNull();
});

test("the console starts in the oldest business that requires nothing the person lacks", async () => {
  const viewer = await makeViewer();
  expect(await findHome(viewer)).toBeNull();
  const { userId } = viewer;
  const [oldest, younger] = [await makeMember({ userId }), await makeMember({ userId })];
  expect(await findHome(viewer)).toBe(oldest.businessSlug);

  await db.business.update({ where: { id: oldest.businessId }, data: { requiresTwoFactor: true } });
  expect(await findHome(viewer)).toBe(younger.businessSlug);
  expect(await findHome({ ...viewer, hasSecondFactor: true })).toBe(oldest.businessSlug);
});

test("no business has the slug of a current or future page of the console", () => {
  const pages = readdirSync("app/console", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const own = pages.map(({ name }) => name).filter((name) => /^[a-z-]+$/.test(name));
  expect(own.length).toBeGreaterThan(1);
  for (const name of own) expect(slugOf(name)).not.toBe(name);
});
