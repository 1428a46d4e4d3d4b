import { expect, expectAccessible, readIn, test } from "./fixtures";

test("a refusal's docUrl leads to its own entry, without signing in", async ({ page, speak }) => {
  const { docUrl, code, messageVi } = await (await speak("vang_live_sai")).json();
  await page.goto(docUrl);
  const entry = page.getByRole("region", { name: code, exact: true });
  await expect(entry).toBeInViewport();
  await expect(entry).toContainText(messageVi);
  await expect(entry).toContainText("401");
});

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
    const { refusals } = await import("@/lib/errors");
    await page.goto("/docs/errors");
    await readIn(page, locale);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    expect(await page.locator("section[id]").evaluateAll((entries) => entries.map(({ id }) => id).sort())).toEqual(
      Object.keys(refusals).sort(),
    );
    await expectAccessible(page);
  });
}
