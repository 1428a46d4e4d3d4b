import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, expectAccessible, readIn, test } from "./fixtures";

test("a refusal's docUrl leads to its own entry, without signing in", async ({ page, speak }) => {
  const { docUrl, code, messageVi } = await (await speak("vang_live_sai")).json();
  await page.goto(docUrl);
  const entry = page.getByRole("region", { name: code, exact: true });
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText(messageVi);
  await expect(entry).toContainText("401");
});

for (const [locale, title] of [
  ["vi", "Lượt gọi đầu tiên"],
  ["en", "A first call"],
] as const) {
  test(`the documentation begins with a call that works and leads to every page of it, in ${locale}`, async ({
    page,
    member,
    factories,
  }) => {
    await page.goto("/docs");
    await readIn(page, locale);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expectAccessible(page);
    const [speak = "", download = "", listen = ""] = await page.locator("pre").allTextContents();
    const directory = mkdtempSync(join(tmpdir(), "vang-docs-"));
    const run = async (command: string, settings: Record<string, string>) =>
      (await promisify(execFile)("sh", ["-ec", command], { cwd: directory, env: { ...process.env, ...settings } }))
        .stdout;
    const VANG_API_KEY = await factories.makeKey(member);
    const { audioUrl: AUDIO_URL } = JSON.parse(await run(speak, { VANG_API_KEY }));
    await run(download, { AUDIO_URL });
    expect(JSON.parse(await run(listen, { VANG_API_KEY }))).toMatchObject({ transcript: "xin chào việt nam" });
    rmSync(directory, { recursive: true });
    const links = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const href of links) expect((await page.request.get(href)).status(), href).toBe(200);
    expect(links.map((href) => new URL(href).pathname)).toEqual([
      "/console",
      "/docs/reference",
      "/docs/errors",
      "/docs/roles",
      "/openapi.json",
      "/llms.txt",
    ]);
  });
}

test("what each role may do is read without signing in", async ({ page }) => {
  await page.goto("/docs/roles");
  const row = page.getByRole("row").filter({ hasText: "Chuyển quyền sở hữu" });
  await expect(row.getByRole("img", { name: "Được" })).toHaveCount(1);
  await expect(row.getByRole("img", { name: "Không" })).toHaveCount(4);
  await expectAccessible(page);
});

for (const [locale, title] of [
  ["vi", "Mã lỗi"],
  ["en", "Error codes"],
] as const) {
  test(`every code has an entry, and axe finds nothing wrong, in ${locale}`, async ({ page }) => {
    const { apiCodes } = await import("@/lib/api/error-topics");
    await page.goto("/docs/errors");
    await readIn(page, locale);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    expect(await page.locator("section[id]").evaluateAll((entries) => entries.map(({ id }) => id).sort())).toEqual(
      [...apiCodes].sort(),
    );
    await expectAccessible(page);
  });
}

for (const [locale, title, operation, described] of [
  ["vi", "Tra cứu API", "Chuyển giọng nói thành văn bản", "Rỗng khi không có ai nói."],
  ["en", "API reference", "Speech to text", "Empty when nobody speaks."],
] as const) {
  test(`the reference shows every operation of the description, also on a phone, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/docs/reference");
    await readIn(page, locale);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    const entry = page.getByRole("region", { name: operation, exact: true });
    await expect(entry).toContainText("POST /stt");
    await expect(entry).toContainText("X-Result-Code");
    await expect(entry).toContainText(described);
    await expect(entry.getByRole("link", { name: "AUDIO_TOO_LONG" })).toHaveAttribute(
      "href",
      "/docs/errors#AUDIO_TOO_LONG",
    );
    const { paths } = await (await page.request.get("/openapi.json")).json();
    const said = await page.getByRole("main").textContent();
    for (const path of Object.keys(paths)) expect(said).toContain(path);
    const beside = await page.locator("html").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(beside).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });
}
