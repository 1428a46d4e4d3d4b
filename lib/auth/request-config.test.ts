import { beforeEach, expect, test, vi } from "vitest";
import { updateProfile } from "@/lib/account/profile";
import { makeViewer } from "@/prisma/factories";
import { browser, freshBrowser } from "@/testing/harness/request";
import { issueCookie } from "./cookie";
import configOf from "./request-config";

vi.mock("next/headers", () => import("@/testing/harness/request"));
vi.mock("next-intl/server", () => ({ getRequestConfig: (make: unknown) => make }));

beforeEach(freshBrowser);

const read = () => configOf({ requestLocale: Promise.resolve(undefined) });

test("an anonymous visitor gets Vietnamese and Vietnam's clock, or the language their browser chose", async () => {
  expect(await read()).toMatchObject({ locale: "vi", timeZone: "Asia/Ho_Chi_Minh" });
  browser.jar.set("vang.locale", "en");
  expect(await read()).toMatchObject({ locale: "en", timeZone: "Asia/Ho_Chi_Minh" });
});

test("someone signed in reads their own language by their own clock, unless this browser chose another language", async () => {
  const viewer = await makeViewer();
  await updateProfile(viewer, { name: "Minh", phone: null, locale: "en", timeZone: "Europe/Paris" });
  await issueCookie({ sid: viewer.sessionId, uid: viewer.userId });
  expect(await read()).toMatchObject({ locale: "en", timeZone: "Europe/Paris" });

  browser.jar.set("vang.locale", "vi");
  expect(await read()).toMatchObject({ locale: "vi", timeZone: "Europe/Paris" });
});
