import { join } from "node:path";
import type { Page } from "@playwright/test";

const pathOf = (name: string) => join(import.meta.dirname, "../.build/look", name);

/** Takes a picture of the whole page into `.build/look`, if `VANG_LOOK` is set. */
export async function record(page: Page, name: string): Promise<void> {
  if (process.env.VANG_LOOK) await page.screenshot({ path: pathOf(`${name}.png`), fullPage: true });
}

/** The page as it is printed on A4, which `VANG_LOOK` keeps too. */
export const print = (page: Page, name: string): Promise<Buffer> =>
  page.pdf({ format: "A4", ...(process.env.VANG_LOOK && { path: pathOf(`${name}.pdf`) }) });
