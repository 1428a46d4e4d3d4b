import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const switcher = (page: Page) => page.getByRole("button", { name: "Đổi doanh nghiệp" });
const openMenu = (page: Page) => page.locator("[popover=auto]:popover-open");

test("a menu opens from the keyboard, arrow keys move through it, and Tab and Escape leave it", {
  tag: "@deep",
}, async ({ page, member, quiet: _ }) => {
  await page.goto(`/console/${member.businessSlug}/keys`);
  const links = openMenu(page).getByRole("link");
  // Keys work only once the page's script has loaded.
  await expect(async () => {
    await switcher(page).press("ArrowDown");
    await expect(links.first()).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(openMenu(page)).toHaveCount(0);

  await switcher(page).press("Enter");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(openMenu(page)).toHaveCount(0);
  await expect(switcher(page)).toBeFocused();
});

/** As in a browser without anchor positioning. */
function withoutAnchors() {
  CSS.supports = () => false;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("[popover] { position-area: none !important }");
  document.addEventListener("DOMContentLoaded", () => document.adoptedStyleSheets.push(sheet));
}

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

for (const [browser, prepare] of [
  ["with anchor positioning", () => undefined],
  ["without it", withoutAnchors],
] as const) {
  test(`in a browser ${browser} a menu and a tooltip open beside what they belong to`, {
    tag: browser === "without it" ? "@deep" : [],
  }, async ({ page, member, quiet: _ }) => {
    await page.addInitScript(prepare);
    await page.goto(`/console/${member.businessSlug}/keys`);
    const menu = openMenu(page);
    await expect(async () => {
      await switcher(page).click();
      await expect(menu.getByRole("link").first()).toBeFocused({ timeout: 500 });
    }).toPass();
    const button = await boxOf(switcher(page));
    await expect.poll(async () => Math.abs((await boxOf(menu)).y - button.y - button.height)).toBeLessThan(10);
    expect(Math.abs((await boxOf(menu)).x - button.x)).toBeLessThan(10);
    await expect(menu).toHaveCSS("opacity", "1");
    await page.keyboard.press("Escape");

    // The sidebar is narrow at this width: the labels of its links are tooltips.
    await page.setViewportSize({ width: 800, height: 900 });
    const link = page.locator("aside").getByRole("link", { name: "Khóa API" });
    await link.hover();
    const tip = page.locator("[popover=manual]:popover-open");
    await expect(tip).toHaveText("Khóa API");
    const icon = await boxOf(link);
    await expect.poll(async () => Math.abs((await boxOf(tip)).x - icon.x - icon.width)).toBeLessThan(14);
    const middle = ({ y, height }: { y: number; height: number }) => y + height / 2;
    expect(Math.abs(middle(await boxOf(tip)) - middle(icon))).toBeLessThan(8);
    await page.keyboard.press("Escape");
    await page.mouse.move(600, 600);
    await expect(tip).toHaveCount(0);
  });
}
