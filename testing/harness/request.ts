import { expect } from "vitest";

/**
 * Replaces the part of Next that exists only while it serves a request. Use it in a test file as
 * `vi.mock("next/headers", () => import("@/testing/harness/request"))`, likewise for `next-intl/server`.
 */
type Browser = { jar: Map<string, string>; headers: Headers; locale: "vi" | "en" };

const origin = "http://localhost:3000";

const ownPage = () => new Headers({ origin, host: "localhost:3000", "sec-fetch-site": "same-origin" });

/** The browser of the current request: its cookies, and the headers of its next request. */
export const browser: Browser = { jar: new Map(), headers: ownPage(), locale: "vi" };

/** A browser without cookies, on one of our own pages. */
export function freshBrowser(): void {
  browser.jar = new Map();
  browser.headers = ownPage();
  browser.locale = "vi";
}

export const headers = async () => browser.headers;

export const cookies = async () => ({
  get: (name: string) => (browser.jar.has(name) ? { name, value: browser.jar.get(name) } : undefined),
  set: (name: string, value: string, { maxAge }: { maxAge: number }) =>
    maxAge > 0 ? browser.jar.set(name, value) : browser.jar.delete(name),
});

export const getLocale = async () => browser.locale;

/** A form as a browser would send it. */
export function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

/** The error that Next throws to redirect there, for `rejects.toMatchObject`. */
export const leads = (to: string) => ({ digest: expect.stringContaining(`;${to};`) });
