import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMilli, parseMilli } from "./amounts";

test("an amount is formatted and parsed without change", () => {
  fc.assert(fc.property(fc.bigInt(), (milli) => parseMilli(formatMilli(milli)) === milli));
});

test.each(["", " 1", "1,5", "1.2345", "1e3", "--1", "Infinity"])("%j is not a valid amount", (text) => {
  expect(() => parseMilli(text)).toThrow(RangeError);
});
