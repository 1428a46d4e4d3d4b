import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, type Factories, test } from "./fixtures";

const usageOf = ({ businessSlug }: Member) => `/console/${businessSlug}/usage`;

/** Jobs of two keys at noon yesterday in Vietnam, recorded as the worker does. */
async function recordYesterday(factories: Factories, member: Member) {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const { createKey } = await import("@/lib/keys/service");
  const { vietnamDate } = await import("@/lib/platform/vietnam-time");
  const day = vietnamDate(new Date(Date.now() - 86_400_000));
  const keys = [];
  for (const [name, count] of [
    ["Tổng đài", 3],
    ["Sách nói", 1],
  ] as const) {
    const { id: keyId } = await createKey(member, factories.makeKeySettings({ name }));
    const jobs = Array.from({ length: count }, (_, index) =>
      factories.makeFinished(
        { businessId: member.businessId, keyId },
        {
          createdAt: new Date(`${day}T12:0${index}:00+07:00`).toISOString(),
          ...(index === 2 && { status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: "0" }),
        },
      ),
    );
    await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
    keys.push(keyId);
  }
  return { day, keys };
}

test("which key spent what yesterday is two clicks from the console, and each number leads to its jobs", {
  tag: "@deep",
}, async ({ page, member, factories }) => {
  const { day, keys } = await recordYesterday(factories, member);
  await page.goto("/console");
  await page.getByRole("link", { name: "Mức sử dụng", exact: true }).first().click();
  await page.getByRole("link", { name: "Hôm qua", exact: true }).click();
  await page.waitForURL(/range=yesterday/);
  const rows = page.getByRole("table", { name: "Chi tiết theo" });
  await expect(rows.getByRole("row").nth(1)).toContainText(/Tổng đài.*10,2/);
  await expect(rows.getByRole("row").nth(2)).toContainText(/Sách nói.*5,1/);

  await rows.getByRole("link", { name: /Tổng đài/ }).click();
  await page.waitForURL(`**/history?key=${keys[0]}&from=${day}&to=${day}`);
  await expect(page.locator("a[data-job]")).toHaveCount(3);

  await page.goto(`${usageOf(member)}?range=yesterday&show=errors`);
  await page.getByRole("link", { name: /12:00\. Lỗi: 1/ }).click();
  await page.waitForURL(/history\?status=errors.*hour=12/);
  await expect(page.locator("a[data-job]")).toHaveCount(1);
});

test("the points of the chart are one stop of the Tab key, and arrows read them one by one", async ({
  page,
  member,
  factories,
}) => {
  await recordYesterday(factories, member);
  await page.goto(`${usageOf(member)}?range=yesterday`);
  const points = page.getByRole("list", { name: "Chi phí theo thời gian" }).locator("[data-point]");
  await expect(points).toHaveCount(24);
  expect(await points.evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex === 0).length)).toBe(1);
  await points.last().focus();
  await page.keyboard.press("Home");
  await expect(points.first()).toBeFocused();
  for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowRight");
  await expect(points.nth(12)).toBeFocused();
  await expect(points.nth(12)).toHaveAccessibleName(/12:00\. Chi phí: 15,3/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/history\?.*hour=12/);
});

test("the CSV has the figures of the page, and a role that cannot see keys gets none of them", async ({
  page,
  member,
  factories,
}) => {
  await recordYesterday(factories, member);
  const csv = await (await page.request.get(`${usageOf(member)}/usage.csv?range=yesterday&key=&split=key`)).text();
  expect(csv.split("\r\n").filter((line) => line.includes("north-linh"))).toHaveLength(3);
  expect(csv).toContain("Tổng đài");

  const { db } = await import("@/lib/platform/db");
  await db.membership.updateMany({ where: { userId: member.userId }, data: { role: "billing" } });
  expect(await (await page.request.get(`${usageOf(member)}/usage.csv?range=yesterday`)).text()).not.toContain(
    "Tổng đài",
  );
  await page.goto(`${usageOf(member)}?range=yesterday&split=key`);
  await expect(page.getByText("Tổng đài")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Khóa API", exact: true })).toHaveCount(0);
});

test("axe finds nothing wrong with the usage page, empty and with figures", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  await page.goto(usageOf(member));
  await expectAccessible(page);
  await recordYesterday(factories, member);
  await page.goto(`${usageOf(member)}?range=30d&show=requests`);
  await expectAccessible(page);
});
