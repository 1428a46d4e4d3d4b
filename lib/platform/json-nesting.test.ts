import { expect, test } from "vitest";
import { isNestedTooDeep } from "./json-nesting";

const nested = (levels: number, open = "[", close = "]"): unknown =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);

test.each([
  ["[", "]"],
  ['{"a":', "}"],
  ['[{"a":0,"b":', "}]"],
])("a hundred levels of %s are accepted, and one more is not", (open, close) => {
  const levels = 100 / (open.startsWith("[{") ? 2 : 1);
  expect(isNestedTooDeep(nested(levels, open, close))).toBe(false);
  expect(isNestedTooDeep([nested(levels, open, close)])).toBe(true);
  expect(isNestedTooDeep(nested(3000, open, close))).toBe(true);
});

test.each([null, 1, "text", [], {}, [1, [2], { a: [3] }]])("%j is not nested too deep", (value) => {
  expect(isNestedTooDeep(value)).toBe(false);
});
