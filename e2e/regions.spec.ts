import type { Page } from "@playwright/test";
import { freePort } from "@/scripts/database.mjs";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { expect, openPlayground, test } from "./fixtures";

type Region = "VN" | "SG";

/** Two regions of one installation, on the database of this run. */
const servers = {} as Record<Region, OwnServer>;

test.describe.configure({ mode: "serial", timeout: 90_000 });

test.beforeAll(async ({ factories }) => {
  expect(factories).toBeDefined();
  const ports = { VN: await freePort(), SG: await freePort() };
  const address = (region: Region) => `http://localhost:${ports[region]}`;
  const VANG_REGIONS = `VN=${address("VN")},SG=${address("SG")}`;
  await Promise.all(
    (["VN", "SG"] as const).map(async (region) => {
      const settings = { VANG_REGION: region, VANG_URL: address(region), PORT: String(ports[region]) };
      servers[region] = await startOwnServer({ ...settings, VANG_REGIONS, NODE_OPTIONS: "" });
    }),
  );
});

test.afterAll(async () => {
  for (const server of Object.values(servers)) {
    server.process.kill("SIGTERM");
    await server.ended;
  }
});

const open = (page: Page, businessSlug: string) => openPlayground(page, { businessSlug }, servers.VN.url);

async function pickSingapore(page: Page) {
  await page.getByText("Singapore", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "Singapore" })).toBeChecked();
}

async function speak(page: Page) {
  await pickSingapore(page);
  await page.getByRole("button", { name: "Đọc", exact: true }).click();
}

test("what a member synthesizes and transcribes in the other region is processed, played and stored there", {
  tag: "@deep",
}, async ({ page, member }) => {
  await open(page, member.businessSlug);
  await expect(page.getByRole("radio", { name: "Việt Nam" })).toBeChecked();
  await speak(page);
  const trackingId = await page.getByText(/^tts_\w+$/).innerText();
  const file = page.getByRole("link", { name: "Tải xuống" });
  expect(await file.getAttribute("href")).toMatch(servers.SG.url);
  const sound = page.locator('audio:not([preload="none"])');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(3);

  const saved = page.waitForEvent("download");
  await file.click();
  await page.getByRole("link", { name: "Giọng nói → văn bản" }).click();
  await page.locator("input[type=file]").setInputFiles(await (await saved).path());
  await pickSingapore(page);
  await page.getByRole("main").getByRole("button", { name: "Chép lời", exact: true }).click();
  const sttId = await page.getByText(/^stt_\w+$/).innerText();

  const history = `${servers.VN.url}/console/${member.businessSlug}/history`;
  await page.goto(history);
  await expect(page.getByRole("row").getByText("Singapore")).toHaveCount(2);
  for (const id of [trackingId, sttId]) {
    await page.goto(`${history}?job=${id}`);
    await expect(page.getByText("Nội dung được lưu tại vùng Singapore và chỉ xem được từ vùng đó.")).toBeVisible();
  }
});

test("selecting the other region shows a message for a business pinned to Vietnam", { tag: "@deep" }, async ({
  page,
  member,
}) => {
  const { db } = await import("@/lib/platform/db");
  await db.business.update({ where: { id: member.businessId }, data: { pinnedRegion: "VN" } });
  await open(page, member.businessSlug);
  await speak(page);
  await expect(page.getByText("Doanh nghiệp này chỉ cho phép xử lý dữ liệu tại vùng VN.")).toBeVisible();
});
