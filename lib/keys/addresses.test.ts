import { expect, test } from "vitest";
import { maxAddresses, parseAddresses } from "./addresses";

const complaintOf = (text: string): unknown => {
  try {
    return parseAddresses(text);
  } catch (error) {
    return (error as { details: { message: string } }).details.message;
  }
};

test("addresses are listed once each and in one form, however they are written and separated", () => {
  expect(parseAddresses(" 203.0.113.7\n203.0.113.7, 10.0.0.0/8;2001:DB8:0:0::1\r\n2001:db8::/32 ")).toEqual([
    "203.0.113.7",
    "10.0.0.0/8",
    "2001:db8::1",
    "2001:db8::/32",
  ]);
  expect(parseAddresses("")).toEqual([]);
});

test("a block of one address is that address", () => {
  expect(parseAddresses("203.0.113.7/32 2001:db8::1/128 203.0.113.7")).toEqual(["203.0.113.7", "2001:db8::1"]);
});

test("an IPv4-mapped IPv6 address is the IPv4 address", () => {
  expect(parseAddresses("::ffff:203.0.113.7 ::FFFF:cb00:7107 ::ffff:10.0.0.0/104")).toEqual([
    "203.0.113.7",
    "10.0.0.0/8",
  ]);
});

test.each([
  ["hello", "keys.addressInvalid"],
  ["203.0.113", "keys.addressInvalid"],
  ["203.0.113.256", "keys.addressInvalid"],
  ["010.0.0.1", "keys.addressInvalid"],
  ["0x7f.0.0.1", "keys.addressInvalid"],
  ["2130706433", "keys.addressInvalid"],
  ["fe80::1%eth0", "keys.addressInvalid"],
  ["[2001:db8::1]", "keys.addressInvalid"],
  ["2001:db8:::1", "keys.addressInvalid"],
  ["203.0.113.7:443", "keys.addressInvalid"],
  ["1::2.3.4.5", "keys.addressInvalid"],
  ["::10.0.0.1", "keys.addressInvalid"],
  ["::ffff:010.0.0.1", "keys.addressInvalid"],
  ["10.0.0.0/8/8", "keys.addressInvalid"],
  ["*.*.*.*", "keys.addressInvalid"],
  ["10.0.0.0\0", "keys.addressInvalid"],
  ["10.0.0.0/33", "keys.addressLength"],
  ["10.0.0.0/-1", "keys.addressLength"],
  ["10.0.0.0/08", "keys.addressLength"],
  ["10.0.0.0/", "keys.addressLength"],
  ["10.0.0.0/255.0.0.0", "keys.addressLength"],
  ["2001:db8::/129", "keys.addressLength"],
  ["::ffff:10.0.0.0/8", "keys.addressLength"],
  ["0.0.0.0/0", "keys.addressEveryone"],
  ["::/0", "keys.addressEveryone"],
  ["::ffff:0.0.0.0/96", "keys.addressEveryone"],
  ["10.0.0.5/8", "keys.addressHostBits"],
  ["2001:db8::1/32", "keys.addressHostBits"],
])("%j is rejected: %s", (written, complaint) => {
  expect(complaintOf(`203.0.113.7\n${written}`)).toBe(complaint);
});

test("host bits are rejected with the block that was probably meant", () => {
  expect(() => parseAddresses("10.1.2.3/16")).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({ values: { address: "10.1.2.3/16", network: "10.1.0.0/16" } }),
    }),
  );
});

test("the length of a list is limited", () => {
  const list = (length: number) => Array.from({ length }, (_, index) => `10.0.0.${index}`).join("\n");
  expect(parseAddresses(list(maxAddresses))).toHaveLength(maxAddresses);
  expect(complaintOf(list(maxAddresses + 1))).toBe("keys.addressesTooMany");
});
