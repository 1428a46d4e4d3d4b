import { expect, test } from "vitest";
import { codeDistance } from "./suggest";

test.each([
  ["LN2345678X", "chuyen tien LN2345678X", 0],
  ["LN2345678X", "ln 2345-678x", 0],
  ["LN2345678X", "LN2345679X CT", 1],
  ["LN2345678X", "LN234567X", 1],
  ["LN2345678X", "L2N345678X", 2],
])("the distance of %s to %j is %d", (code, memo, distance) => {
  expect(codeDistance(memo, code)).toBe(distance);
});

test("a memo without anything like a code is far from it", () => {
  expect(codeDistance("NGUYEN VAN A chuyen tien mua hang", "LN2345678X")).toBeGreaterThan(2);
});
