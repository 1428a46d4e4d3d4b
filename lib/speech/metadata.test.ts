import { expect, test } from "vitest";
import { readMetadata } from "./metadata";

const sent = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("latin1");
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));

test("metadata is read in UTF-8 and in ASCII, and an empty object is none", () => {
  expect(readMetadata({ header: undefined })).toBeNull();
  expect(readMetadata({ header: "{}" })).toBeNull();
  expect(readMetadata({ header: sent({ đơn: "Số 1024 🎧" }) })).toEqual({ đơn: "Số 1024 🎧" });
  expect(readMetadata({ header: '{"name":"\\u0110\\u1ea1t"}' })).toEqual({ name: "Đạt" });
  expect(readMetadata({ header: sent(many(16)) })).toEqual(many(16));
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
])("metadata with %s is rejected, in the header and in the body", (_, header) => {
  const refused = (param: string) =>
    expect.objectContaining({ code: "INVALID_REQUEST", details: expect.objectContaining({ param }) });
  expect(() => readMetadata({ header })).toThrow(refused("X-Metadata"));
  if (header.includes("\xff")) return;
  const field = Buffer.from(header, "latin1").toString();
  expect(() => readMetadata({ field })).toThrow(refused("metadata"));
  if (field.startsWith("{")) expect(() => readMetadata({ field: JSON.parse(field) })).toThrow(refused("metadata"));
});

test("metadata in the body is read as an object and as JSON, null is none, and in both places it is rejected", () => {
  expect(readMetadata({ field: { đơn: "Số 1024 🎧" } })).toEqual({ đơn: "Số 1024 🎧" });
  expect(readMetadata({ field: '{"orderId":"1024"}' })).toEqual({ orderId: "1024" });
  expect(readMetadata({ field: null, header: '{"orderId":"1024"}' })).toEqual({ orderId: "1024" });
  expect(readMetadata({ field: null })).toBeNull();
  expect(readMetadata({ field: {} })).toBeNull();
  for (const header of ['{"orderId":"1024"}', "{}"]) {
    expect(() => readMetadata({ header, field: { orderId: "1024" } })).toThrow(
      expect.objectContaining({ code: "INVALID_REQUEST", message: "api.metadataTwice" }),
    );
  }
  expect(() => readMetadata({ field: 7 })).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
});
