import { expect, test } from "vitest";
import { catalogues } from "@/lib/platform/i18n/catalogues";
import { locales } from "@/lib/platform/i18n/locale";
import { eventDefinitions } from "./catalog";

test("each type of event has an example of its schema and a text in both languages", () => {
  expect(eventDefinitions.length).toBeGreaterThan(10);
  for (const { type, payload, example } of eventDefinitions) {
    expect(payload.strict().parse(example)).toEqual(example);
    const [subject = "", what = ""] = type.split(".");
    for (const locale of locales) {
      const hints = catalogues[locale].webhooks.eventHints as Record<string, Record<string, string>>;
      expect(hints[subject]?.[what]).toMatch(/\S/);
    }
  }
});
