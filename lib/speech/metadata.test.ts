import { expect, test } from "vitest";
import { readMetadata } from "./metadata";

const sent = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("latin1");
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));

test("metadata is read in UTF-8 and in ASCII, and an empty object is none", () => {
  expect(readMetadata(undefined)).toBeNull();
  expect(readMetadata("{}")).toBeNull();
  expect(readMetadata(sent({ đơn: "Số 1024 🎧" }))).toEqual({ đơn: "Số 1024 🎧" });
  expect(readMetadata('{"name":"\\u0110\\u1ea1t"}')).toEqual({ name: "Đạt" });
  expect(readMetadata(sent(many(16)))).toEqual(many(16));
});

test.each([
  ["no JSON", "order=1"],
  ["a list", "[]"],
  ["a number as a value", '{"a":1}'],
  ["an object as a value", '{"a":{}}'],
  ["17 keys", sent(many(17))],
  ["an empty key", '{"":"a"}'],
  ["a long key", sent({ ["k".repeat(41)]: "v" })],
  ["a long value", sent({ k: "v".repeat(501) })],
  ["5 kB", sent(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, "đ".repeat(250)])))],
  ["NUL", '{"a":"\\u0000"}'],
  ["half an emoji", '{"a":"\\ud83d"}'],
  ["bytes that are no UTF-8", '{"a":"\xff"}'],
])("metadata with %s is rejected", (_, header) => {
  expect(() => readMetadata(header)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
});
