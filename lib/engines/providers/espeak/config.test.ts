import fc from "fast-check";
import { expect, test } from "vitest";
import { ProviderError } from "@/lib/engines/provider";
import { translate } from "@/lib/platform/i18n/translate";
import { espeakConfig, validateConfig } from "./config";

test("missing options have their defaults", () => {
  expect(validateConfig({})).toEqual({ speed: 1, pitch: 50, range: 50, volume: 100 });
  expect(validateConfig({ speed: 1.25, pitch: undefined })).toEqual({ speed: 1.25, pitch: 50, range: 50, volume: 100 });
});

test("every option accepts its minimum and maximum, and nothing beyond", () => {
  expect(Object.keys(espeakConfig)).toHaveLength(4);
  for (const [name, { min, max }] of Object.entries(espeakConfig)) {
    expect(validateConfig({ [name]: min })).toMatchObject({ [name]: min });
    expect(validateConfig({ [name]: max })).toMatchObject({ [name]: max });
    for (const beyond of [min - 0.01, max + 0.01]) {
      expect(reasonFor({ [name]: beyond })).toMatch(`config.${name} must be`);
    }
  }
});

test.each([
  [{ speed: 3 }, "config.speed must be a number from 0.5 to 2."],
  [{ speed: "1" }, "config.speed must be a number from 0.5 to 2."],
  [{ speed: null }, "config.speed must be a number from 0.5 to 2."],
  [{ speed: Number.NaN }, "config.speed must be a number from 0.5 to 2."],
  [{ speed: [1] }, "config.speed must be a number from 0.5 to 2."],
  [{ pitch: 1.5 }, "config.pitch must be an integer from 0 to 99."],
  [{ range: true }, "config.range must be an integer from 0 to 100."],
  [{ volume: { toString: 1 } }, "config.volume must be an integer from 0 to 200."],
  [{ Speed: 1 }, 'Unknown config option: "Speed". Allowed: speed, pitch, range, volume.'],
  [
    JSON.parse('{"__proto__":{"speed":2}}'),
    'Unknown config option: "__proto__". Allowed: speed, pitch, range, volume.',
  ],
])("%j is rejected with a message that names the option", (config, reason) => {
  expect(reasonFor(config)).toBe(reason);
});

test("a very long name is shortened in the message", () => {
  expect(reasonFor({ ["x".repeat(100_000)]: 1 })).toMatch(/^.{1,200}$/);
});

test("a rejection is in the caller's language", () => {
  const { details } = validateOrCatch({ pitch: 1.5 }) as ProviderError;
  expect(translate("vi", details?.message ?? "", details?.values)).toBe("config.pitch phải là số nguyên từ 0 đến 99.");
});

test("any object is either parsed to four numbers in range or rejected", () => {
  const value = fc.anything({ withNullPrototype: true });
  const config = fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(espeakConfig)), fc.string()), value);
  fc.assert(
    fc.property(config, (sent) => {
      const outcome = validateOrCatch(sent);
      const isRejection = outcome instanceof ProviderError && outcome.kind === "rejected";
      const isWhole = !(outcome instanceof Error) && Object.values(outcome).every(Number.isFinite);
      expect(isRejection || isWhole).toBe(true);
    }),
  );
});

function validateOrCatch(config: Record<string, unknown>) {
  try {
    return validateConfig(config);
  } catch (error) {
    return error as Error;
  }
}

function reasonFor(config: Record<string, unknown>) {
  const { details } = validateOrCatch(config) as ProviderError;
  return translate("en", details?.message ?? "", details?.values);
}
