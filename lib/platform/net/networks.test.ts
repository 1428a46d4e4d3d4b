import { expect, test } from "vitest";
import { isInNetworks, parseAddress, parseNetwork, subnetOf } from "./networks";

const isIn = (address: string, network: string) => {
  const parsed = parseAddress(address);
  return parsed !== null && isInNetworks(parsed, [parseNetwork(network)]);
};

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7", "203.0.113.0/24"],
  ["203.0.113.7", "203.0.113.99/24"],
  ["203.0.113.7", "0.0.0.0/0"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["203.0.113.7", "::ffff:203.0.113.0/120"],
  ["2001:db8::1", "2001:db8::/32"],
  ["2001:0DB8:0:0::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::/10"],
])("%s is in %s", (address, network) => {
  expect(isIn(address, network)).toBe(true);
});

test.each([
  ["203.0.114.7", "203.0.113.0/24"],
  ["203.0.113.7", "::/0"],
  ["2001:db8::1", "0.0.0.0/0"],
  ["2001:db9::1", "2001:db8::/32"],
  ["::ffff:203.0.113.7", "2001:db8::/32"],
])("%s is not in %s", (address, network) => {
  expect(isIn(address, network)).toBe(false);
});

test.each([
  "",
  "10",
  "10.0.0",
  "010.0.0.1",
  "0x7f.0.0.1",
  "256.1.1.1",
  "10.0.0.0/33",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  "10.0.0.0/",
  "10.0.0.0/8 ,",
  "2001:db8::/129",
  "2001::db8::1",
  "localhost",
  "10.0.0.0/1e1",
])("%j is not a network", (text) => {
  expect(() => parseNetwork(text)).toThrow("no address or network");
});

test("neighbours share an IPv4 /24 or an IPv6 /64, in any notation of the address", () => {
  const of = (text: string) => {
    const address = parseAddress(text);
    return address && subnetOf(address);
  };
  expect(of("203.0.113.7")).toBe(of("::ffff:203.0.113.200"));
  expect(of("203.0.113.7")).not.toBe(of("203.0.114.7"));
  expect(of("2001:db8:1:2::1")).toBe(of("2001:db8:1:2:ffff::9"));
  expect(of("2001:db8:1:2::1")).not.toBe(of("2001:db8:1:3::1"));
});
