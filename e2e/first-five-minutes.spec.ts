import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { devices, type Page } from "@playwright/test";
import type { Locale } from "@/lib/platform/i18n/locale";
import { expect, expectAccessible, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { makePerson, password } from "./people";
import { wordsOf } from "./words";

async function signUp(page: Page, locale: Locale): Promise<void> {
  const t = wordsOf(locale);
  const email = `ha-${Date.now()}-${locale}@example.com`;
  await page.getByRole("link", { name: t("frontPage.signUp") }).click();
  await page.getByLabel(t("auth.name")).fill("Trần Thị Ngọc Hà");
  await page.getByLabel(t("auth.businessName")).fill("Công ty Cổ phần Công nghệ Giọng nói Đại Việt");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel(t("auth.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("auth.signUp"), exact: true }).click();
  await page.waitForURL("**/sign-up/check-mail**");
  await page.goto(await mailedLink(email, "verify"));
  await page.getByRole("button", { name: t("auth.confirmEmail") }).click();
  await page.waitForURL("**/playground");
}

/** Runs the program of the key dialog as it is shown there, and returns what it prints. */
async function runProgram(code: string, VANG_API_KEY: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "vang-first-"));
  writeFileSync(join(directory, "request.mjs"), code);
  const options = { cwd: directory, env: { ...process.env, NODE_OPTIONS: "", VANG_API_KEY } };
  const { stdout } = await promisify(execFile)(process.execPath, ["request.mjs"], options);
  rmSync(directory, { recursive: true });
  return stdout;
}

/** As a visitor goes who has never seen it, from the front page to a call from a program of their own. */
async function playFirstMinutes(page: Page, locale: Locale): Promise<void> {
  const t = wordsOf(locale);
  const times: string[] = [];
  const begun = Date.now();
  const note = (step: string) => times.push(`${step} ${((Date.now() - begun) / 1000).toFixed(1)} s`);

  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  const reading = page.locator(".read-text").filter({ visible: true });
  await expect(reading).toContainText("1.250.000đ,một triệu hai trăm năm mươi nghìn đồng");
  await page.getByRole("link", { name: t("frontPage.sample.play") }).click();
  await expect(reading.locator("[data-lit]")).toHaveCount(1);
  await page.getByText(t("playground.voices.regions.south"), { exact: true }).click();
  await expect(reading).toContainText("năm mươi ngàn đồng");
  await expect(reading.locator("[data-lit]")).toHaveCount(1);
  note("a voice on the front page");

  await signUp(page, locale);
  note("signed up and confirmed");
  await expect(page.getByText(/50[.,]000/).first()).toBeAttached();
  await page.getByRole("textbox", { name: t("playground.text") }).press("ControlOrMeta+Enter");
  await expect(page.getByRole("slider", { name: /vị trí|position/i })).toBeVisible();
  note("a voice in the playground");

  await page.goto(page.url().replace("playground", "keys"));
  await page
    .getByRole("button", { name: t("keys.new") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("keys.name"), { exact: true }).fill("Máy chủ chính");
  await dialog.getByRole("button", { name: t("keys.create") }).click();
  const secret = await dialog.getByLabel(t("keys.secret"), { exact: true }).inputValue();
  note("has a key");

  await dialog.getByText("Node.js", { exact: true }).click();
  const printed = await runProgram((await dialog.locator("pre").textContent()) ?? "", secret);
  note("called from a program");
  const { trackingId, audioUrl } = JSON.parse(printed);
  expect((await page.request.get(audioUrl)).headers()["content-type"]).toBe("audio/wav");
  const found = () => page.request.get(`/tts/jobs?id=${trackingId}`, { headers: { "x-api-key": secret } });
  await expect.poll(async () => (await found()).status()).toBe(200);

  console.info(`The first minutes, ${locale}: ${times.join(", ")}.`);
  expect(Date.now() - begun).toBeLessThan(300_000);
}

test("a partner listens on the front page, signs up, and calls the API from a program within five minutes", async ({
  page,
}) => {
  test.setTimeout(330_000);
  await playFirstMinutes(page, "vi");
});

test.describe("in English on a phone", () => {
  const { defaultBrowserType: _, ...pixel } = devices["Pixel 7"];
  test.use({ ...pixel, viewport: { width: 390, height: 844 }, locale: "en-US" });

  test("a partner gets from the front page to a call of their own", { tag: "@deep" }, async ({ page }) => {
    test.setTimeout(330_000);
    await playFirstMinutes(page, "en");
  });
});

test("a person who is not signed in is asked to, and then returns to the requested page", async ({
  page,
  factories,
}) => {
  const { email, businessSlug } = await makePerson(factories);

  await page.goto(`/console/${businessSlug}/history`);
  await expect(page).toHaveURL(/sign-in\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await expect(page).toHaveURL(`/console/${businessSlug}/history`);
});

test("axe finds nothing wrong with the pages before signing in", { tag: "@layout" }, async ({
  page,
  pageLocale: _,
}) => {
  const linked = ["verify", "reset", "confirm-email", "undo-email", "not-me", "reset-factors", "keep-factors"];
  const pages = ["/sign-in", "/sign-up", "/sign-up/check-mail", "/forgot"];
  for (const path of [...pages, ...linked.map((place) => `/link/${place}/${"a".repeat(43)}`)]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});
