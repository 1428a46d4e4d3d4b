import { beforeEach, expect, test, vi } from "vitest";
import { updateProfile } from "@/lib/people/account/profile";
import { makeViewer } from "@/prisma/factories";
import { browser, freshBrowser } from "@/testing/harness/request";
import { issueCookie } from "./cookie";
import configOf from "./request-config";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => ({ getRequestConfig: (make: unknown) => make }));

beforeEach(freshBrowser);

const read = () => configOf({ requestLocale: Promise.resolve(undefined) });

test("an anonymous visitor gets Vietnam's clock and the language their browser asks for, until they choose", async () => {
  expect(await read()).toMatchObject({ locale: "vi", timeZone: "Asia/Ho_Chi_Minh" });
  browser.headers.set("accept-language", "en-US,en;q=0.9");
  expect(await read()).toMatchObject({ locale: "en", timeZone: "Asia/Ho_Chi_Minh" });
  browser.jar.set("vang.locale", "vi");
  expect(await read()).toMatchObject({ locale: "vi" });
});

test("someone signed in who never chose a language, like the demo member, reads their browser's", async () => {
  const viewer = await makeViewer();
  await issueCookie({ sid: viewer.sessionId, uid: viewer.userId });
  browser.headers.set("accept-language", "en-US");
  expect(await read()).toMatchObject({ locale: "en" });
  browser.headers.set("accept-language", "vi-VN");
  expect(await read()).toMatchObject({ locale: "vi" });
});

test("someone signed in reads their own language by their own clock, unless this browser chose another language", async () => {
  const viewer = await makeViewer();
  await updateProfile(viewer, { name: "Minh", phone: null, locale: "en", timeZone: "Europe/Paris" });
  browser.headers.set("accept-language", "vi-VN");
  await issueCookie({ sid: viewer.sessionId, uid: viewer.userId });
  expect(await read()).toMatchObject({ locale: "en", timeZone: "Europe/Paris" });

  browser.jar.set("vang.locale", "vi");
  expect(await read()).toMatchObject({ locale: "vi", timeZone: "Europe/Paris" });
});
