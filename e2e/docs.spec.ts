import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, expectAccessible, test, watchShifts } from "./fixtures";

test("an error's docUrl leads to its own entry, without signing in", async ({ page, speak }) => {
  const { docUrl, code, messageVi } = await (await speak("vang_live_sai")).json();
  await page.goto(docUrl);
  await expect(page.locator(`#${code}`)).toBeInViewport();
  await expect(page.getByRole("main")).toContainText(messageVi);
});

for (const [locale, title] of [
  ["vi", "Bắt đầu nhanh"],
  ["en", "Quickstart"],
] as const) {
  test(`the documentation begins with a working request, in ${locale}`, {
    tag: locale === "en" ? "@deep" : [],
  }, async ({ page, member, factories }) => {
    await page.goto(`/${locale}/docs`);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    const [speak = "", download = "", listen = ""] = await page.locator("pre:visible").allTextContents();
    const directory = mkdtempSync(join(tmpdir(), "vang-docs-"));
    const run = async (command: string, settings: Record<string, string>) =>
      (await promisify(execFile)("sh", ["-ec", command], { cwd: directory, env: { ...process.env, ...settings } }))
        .stdout;
    const VANG_API_KEY = await factories.makeKey(member);
    const { audioUrl: AUDIO_URL } = JSON.parse(await run(speak, { VANG_API_KEY }));
    await run(download, { AUDIO_URL });
    expect(JSON.parse(await run(listen, { VANG_API_KEY }))).toMatchObject({ transcript: "xin chào việt nam" });
    rmSync(directory, { recursive: true });
  });
}

test("public pages load little script, shift nothing, and fit the width, and axe finds nothing wrong", {
  tag: "@layout",
}, async ({ page, pageLocale: _ }) => {
  const known = new Map<string, number>();
  const scripts: { url: string; bytes: number }[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "script") return;
    const url = response.url();
    // 304: the browser has it from a page before, and reads no body.
    if (response.status() !== 304) known.set(url, gzipSync(await response.body()).length);
    scripts.push({ url, bytes: known.get(url) ?? Number.POSITIVE_INFINITY });
  });
  const shift = await watchShifts(page);
  for (const path of [
    "/",
    "/docs",
    "/docs/reference/text-to-speech",
    "/docs/voices",
    "/docs/errors",
    "/status",
    "/key-usage",
  ]) {
    scripts.length = 0;
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await shift(), path).toBe(0);
    expect(
      scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      path,
    ).toBeLessThanOrEqual(60_000);
    await expectAccessible(page);
  }
});

test("the search finds pages while one types and by keyboard, and shows markup as text", async ({ page }) => {
  await page.goto("/vi/docs");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nap tien");
  await expect(page.locator(".search-results a").first()).toBeVisible();
  await page.getByRole("searchbox").fill("<script>alert(1)</script>");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("<script>");
});

test("a member tries an operation with a key of their business only, and samples stay in the chosen language", {
  tag: "@deep",
}, async ({ page, member, factories }) => {
  await page.goto("/vi/docs/reference/text-to-speech");
  await page.locator("label", { hasText: /^Go$/ }).first().click();
  const panel = page.locator("details.try").first();
  await panel.locator("summary").click();
  await expect(panel.getByRole("combobox")).toHaveValue(member.businessSlug);
  await panel.getByRole("button").click();
  await expect(panel.locator("output pre")).toContainText('"trackingId": "tts_');

  const headers = { origin: new URL(page.url()).origin };
  const keyOf = (business: string) => page.request.post("/api/console", { headers, form: { business } });
  expect((await keyOf(member.businessSlug)).status()).toBe(200);
  expect((await keyOf((await factories.makeMember()).businessSlug)).status()).toBe(404);

  await page.goto("/vi/docs/idempotency");
  await expect(page.getByText("// go run request.go")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("vang.code-language"))).toBe("go");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the documentation can be read, searched and listened to", { tag: "@deep" }, async ({ page }) => {
    await page.goto("/en/docs");
    await page.getByRole("searchbox").first().fill("idempotency");
    await page.keyboard.press("Enter");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Idempotency/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Idempotency");
    await page.goto("/en/docs/webhooks/receivers");
    await page.locator("label", { hasText: /^Go$/ }).click();
    await expect(page.getByText("// go run receiver.go")).toBeVisible();
    const { docPath, docSlugs } = await import("@/lib/api/docs/pages");
    for (const slug of docSlugs) {
      const answer = await page.request.get(`/en${docPath(slug)}`);
      expect([slug, answer.status(), await answer.text()]).toEqual([slug, 200, expect.stringContaining("<h1>")]);
    }
    const twin = await page.request.get("/en/docs/webhooks.md");
    expect([twin.headers()["content-type"], await twin.text()]).toEqual([
      "text/markdown; charset=utf-8",
      expect.stringContaining("# Webhooks"),
    ]);
    expect((await page.request.get("/en/docs/khong-co.md")).status()).toBe(404);
  });
});
