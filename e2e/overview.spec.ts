import type { Member } from "@/lib/access/principals/member";
import { expect, expectAccessible, type Factories, test } from "./fixtures";

const overviewOf = ({ businessSlug }: Member) => `/console/${businessSlug}`;

async function recordToday(factories: Factories, { businessId }: Member, keyId: string) {
  const { ingest } = await import("@/lib/speech/history/ingest");
  const caller = { businessId, keyId };
  const failed = { status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: "0" } as const;
  const jobs = [
    ...[1, 2, 3].map(() => factories.makeFinished(caller)),
    factories.makeFinished(caller, failed),
    factories.makeFinished(caller, { createdAt: new Date(Date.now() - 86_400_000).toISOString() }),
  ];
  await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  return jobs;
}

test("the console starts with the overview, whose numbers lead to the jobs behind them", async ({
  page,
  member,
  factories,
}) => {
  const { createKey } = await import("@/lib/keys/service");
  const { id } = await createKey(member, factories.makeKeySettings({ name: "Tổng đài" }));
  const jobs = await recordToday(factories, member, id);
  await page.goto("/console");
  await page.waitForURL(overviewOf(member));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tổng quan");
  const figure = (name: RegExp) => page.getByRole("definition").filter({ hasText: name }).first();
  await expect(page.getByRole("term").filter({ hasText: "Yêu cầu đã xử lý" })).toBeVisible();
  await expect(figure(/Hôm qua( cùng giờ)?: 1/)).toContainText("4");
  await expect(page.getByText("15,3 ₫")).toBeVisible();
  await expect(page.locator("a[data-job]")).toHaveCount(5);

  await page.getByRole("link", { name: "1 lỗi hôm nay: PROVIDER_FAILED" }).click();
  await page.waitForURL(/history\?.*result=PROVIDER_FAILED/);
  await expect(page.locator("a[data-job]")).toHaveCount(1);

  await page.goto(overviewOf(member));
  await page.getByRole("link", { name: "4", exact: true }).click();
  await page.waitForURL(/history\?from=/);
  await expect(page.locator("a[data-job]")).toHaveCount(4);

  await page.goto(overviewOf(member));
  await page.getByRole("link", { name: "Hôm qua theo khóa" }).click();
  await expect(page.getByRole("table", { name: "Chi tiết theo" }).getByRole("row").nth(1)).toContainText(
    /Tổng đài.*5,1/,
  );
  expect(jobs).toHaveLength(5);
});

test("first steps check themselves off, and leave once all of them are done", { tag: "@deep" }, async ({
  page,
  member,
  factories,
}) => {
  const { db } = await import("@/lib/platform/db");
  const { createKey } = await import("@/lib/keys/service");
  await page.goto(overviewOf(member));
  const steps = page.getByRole("listitem").filter({ hasText: /Nghe thử một câu|Tạo khóa API|Gửi yêu cầu|Nạp tiền/ });
  await expect(page.getByText("0/4")).toBeVisible();
  await page.getByRole("link", { name: "Tạo khóa API" }).click();
  await page.waitForURL("**/keys");

  const { id } = await createKey(member, factories.makeKeySettings({ name: "Tổng đài" }));
  await recordToday(factories, member, id);
  await page.goto(overviewOf(member));
  await expect(page.getByText("2/4")).toBeVisible();
  await expect(steps.filter({ hasText: "(đã xong)" })).toHaveCount(2);

  await db.apiKey.update({ where: { id }, data: { lastUsedAt: new Date() } });
  await db.topUp.create({
    data: {
      ...{
        id: `top_${"0".repeat(20)}${member.businessId.slice(-6)}`,
        businessId: member.businessId,
        method: "operator",
      },
      ...{ amountVnd: 1000n, externalReference: member.businessId, createdAt: new Date() },
    },
  });
  await page.reload();
  await expect(page.getByText("Các bước đầu tiên")).toHaveCount(0);
});

test("what needs someone is listed with where it is done", async ({ page, member, factories }) => {
  const { db } = await import("@/lib/platform/db");
  const { createKey } = await import("@/lib/keys/service");
  await page.goto(overviewOf(member));
  await expect(page.getByText("Không có việc nào cần xử lý.")).toBeVisible();
  const { id } = await createKey(member, factories.makeKeySettings({ name: "Tổng đài" }));
  await db.apiKey.update({ where: { id }, data: { exposedAt: new Date(), exposedWhere: "url" } });
  const endpoint = await factories.makeEndpoint(member, { url: "https://hooks.example.com/vang" });
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failures: 9 } });
  await page.reload();
  await expect(page.getByRole("link", { name: "Webhook hooks.example.com đang lỗi" })).toHaveAttribute(
    "href",
    `${overviewOf(member)}/webhooks/${endpoint.id}`,
  );
  await page.getByRole("link", { name: /Khóa “Tổng đài” bị gửi trong URL/ }).click();
  await page.waitForURL(`**/keys/${id}`);
});

test("axe finds nothing wrong with the overview, empty and in use", { tag: "@layout" }, async ({
  page,
  member,
  factories,
  pageLocale: _,
}) => {
  await page.goto(overviewOf(member));
  await expectAccessible(page);
  await recordToday(factories, member, "key_gone");
  await page.reload();
  await expectAccessible(page);
});
