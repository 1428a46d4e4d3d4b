import { expect, test } from "vitest";
import { preferredLocale } from "./preferred-locale";

test.each([
  [undefined, "vi"],
  ["", "vi"],
  ["*", "vi"],
  ["en-US,en;q=0.9", "en"],
  ["vi-VN,vi;q=0.9,en;q=0.8", "vi"],
  ["en;q=0.5, vi;q=0.9", "vi"],
  ["fr-FR, fr;q=0.9", "en"],
  ["fr, vi;q=0.3", "vi"],
  ["vi;q=0, fr", "en"],
  ["EN-gb", "en"],
  ["\u0000,,;q=x", "en"],
])("a browser that asks for %j gets %s", (header, locale) => expect(preferredLocale(header)).toBe(locale));
