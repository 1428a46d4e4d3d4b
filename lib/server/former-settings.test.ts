import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function warnings(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { log } = await import("@/lib/platform/log");
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const { warnOfFormerSettings } = await import("./former-settings");
  warnOfFormerSettings();
  return warn.mock.calls.map(([message]) => message);
}

test.each([
  [{ VANG_DECODE_UNCONFINED: "off" }, "VANG_DECODER_SANDBOX=required"],
  [{ VANG_FORMS_PER_MINUTE: "7" }, "VANG_ANONYMOUS_FORMS_PER_MINUTE=7"],
])("%j still works, with a warning that names the new setting", async (settings, instead) => {
  expect(await warnings(settings)).toEqual([expect.stringContaining(`set ${instead} instead`)]);
});

test("the new name of a setting takes precedence over the former one, and settings that are not set are not logged", async () => {
  expect(await warnings({ VANG_ANONYMOUS_FORMS_PER_MINUTE: "9" })).toEqual([]);
  vi.stubEnv("VANG_FORMS_PER_MINUTE", "7");
  vi.resetModules();
  const { env } = await import("@/lib/platform/env");
  expect(env.VANG_ANONYMOUS_FORMS_PER_MINUTE).toBe(9);
});
