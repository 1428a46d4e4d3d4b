import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, expectAccessible, readIn, test } from "./fixtures";

test("an error's docUrl leads to its own entry, without signing in", async ({ page, speak }) => {
  const { docUrl, code, messageVi } = await (await speak("vang_live_sai")).json();
  await page.goto(docUrl);
  const entry = page.getByRole("region", { name: code, exact: true });
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText(messageVi);
  await expect(entry).toContainText("401");
});

for (const [locale, title] of [
  ["vi", "Bắt đầu nhanh"],
  ["en", "Quickstart"],
] as const) {
  test(`the documentation begins with a working request and links to every page, in ${locale}`, {
    tag: locale === "en" ? "@deep" : [],
  }, async ({ page, member, factories }) => {
    await page.goto("/docs");
    await readIn(page, locale);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
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
      "/docs/webhooks",
      "/docs/errors",
      "/docs/roles",
      "/openapi.json",
      "/llms.txt",
    ]);
  });
}

test("the permissions of each role can be read without signing in", async ({ page }) => {
  await page.goto("/docs/roles");
  const row = page.getByRole("row").filter({ hasText: "Chuyển quyền sở hữu" });
  await expect(row.getByRole("img", { name: "Có" })).toHaveCount(1);
  await expect(row.getByRole("img", { name: "Không" })).toHaveCount(4);
});

test("every code has an entry, and axe finds nothing wrong", { tag: "@layout" }, async ({ page, pageLocale }) => {
  const { apiCodes } = await import("@/lib/api/openapi/error-topics");
  await page.goto("/docs/errors");
  await expect(page.getByRole("heading", { name: { vi: "Mã lỗi", en: "Error codes" }[pageLocale] })).toBeVisible();
  expect(await page.locator("section[id]").evaluateAll((entries) => entries.map(({ id }) => id).sort())).toEqual(
    [...apiCodes].sort(),
  );
  await expectAccessible(page);
});

test("the reference leads to every operation and data type", async ({ page }) => {
  await page.goto("/docs/reference");
  const { paths, components } = await (await page.request.get("/openapi.json")).json();
  const said = await page.getByRole("main").textContent();
  for (const path of Object.keys(paths)) expect(said).toContain(path);
  const links = page.getByRole("main").getByRole("listitem").getByRole("link");
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThan(Object.keys(components.schemas).length + 10);
  for (const address of new Set(hrefs.map((href) => href.split("#")[0] ?? ""))) {
    const text = await (await page.request.get(address)).text();
    for (const href of hrefs.filter((it) => it.startsWith(`${address}#`))) {
      expect(text).toContain(` id="${href.split("#")[1]}"`);
    }
  }
});

test("an operation of the reference is complete in both languages", { tag: "@phone" }, async ({ page, pageLocale }) => {
  const words = {
    vi: { operation: "Chuyển giọng nói thành văn bản", described: "Bản chép lời; rỗng nếu không có tiếng nói." },
    en: { operation: "Speech to text", described: "The transcript; empty if there is no speech." },
  }[pageLocale];
  await page.goto("/docs/reference/speech-to-text#createTranscription");
  const entry = page.getByRole("region", { name: words.operation, exact: true });
  await expect(entry).toContainText("POST /stt");
  await expect(entry).toContainText("X-Result-Code");
  await expect(entry).toContainText(words.described);
  await expect(entry.getByRole("link", { name: "AUDIO_TOO_LONG" })).toHaveAttribute(
    "href",
    "/docs/errors#AUDIO_TOO_LONG",
  );
});

test("axe finds nothing wrong with the documentation, and its pages fit the width", { tag: "@layout" }, async ({
  page,
  pageLocale: _,
}) => {
  for (const path of ["/docs", "/docs/reference", "/docs/reference/speech-to-text", "/docs/roles"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test("a page of the documentation is compressed, cached for readers who are not signed in, and runs its own scripts", async ({
  page,
  baseURL,
}) => {
  const read = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseURL}/docs/reference/text-to-speech`, { headers });
    const policy = response.headers.get("content-security-policy") ?? "";
    const nonces = new Set(
      Array.from((await response.text()).matchAll(/<script[^>]* nonce="([^"]+)"/g), ([, it]) => it),
    );
    return { nonce: /'nonce-([^']+)'/.exec(policy)?.[1], nonces: [...nonces], headers: response.headers };
  };
  // Readers in other tests can have the page rendered at the same time as this one; afterwards it is cached.
  await read();
  const [first, second] = [await read(), await read()];
  expect(first.nonces).toEqual([first.nonce]);
  expect(second.nonces).toEqual([first.nonce]);
  expect(second.nonce).toBe(first.nonce);
  expect(second.headers.get("content-encoding")).toBe("gzip");
  expect((await read({ cookie: "vang.locale=en" })).nonce).not.toBe(first.nonce);

  // Its scripts run under its content security policy: the theme can be chosen.
  await page.goto("/docs/reference/text-to-speech");
  await page.getByRole("button", { name: "Tối" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
