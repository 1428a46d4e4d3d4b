// @module-tag promise
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";

process.env.VANG_TRUSTED_PROXIES = "10.0.0.0/8,fd00::/8";
const { clientAddress } = await import("./client-address");

const seen = (remoteAddress: string | undefined, forwarded?: string) => {
  const message = {
    socket: { remoteAddress },
    headers: { "x-forwarded-for": forwarded },
  } as unknown as IncomingMessage;
  return clientAddress(message)?.toString();
};

test.each([
  ["203.0.113.7", undefined, "203.0.113.7"],
  ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["203.0.113.7", "10.0.0.1, 198.51.100.1", "203.0.113.7"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "nonsense", "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"],
  ["::ffff:10.0.0.1", "2001:db8::1", "2001:db8::1"],
  ["fd00::1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"],
  ["10.0.0.1", "[2001:db8::1]", "2001:db8::1"],
  ["10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "2001:db8::1:4711", "2001:db8::1:4711"],
  ["10.0.0.1", "198.51.100.1:", "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1:99999999", "10.0.0.1"],
  ["10.0.0.1", "[198.51.100.1]", "10.0.0.1"],
  ["10.0.0.1", "010.0.0.9", "10.0.0.1"],
  ["10.0.0.1", "192.0.2.66, 10.0.0.2:80, 10.0.0.3", "192.0.2.66"],
  ["10.0.0.1", "for=198.51.100.1", "10.0.0.1"],
  [undefined, "198.51.100.1", undefined],
])("from %s, forwarded %s, came %s", (remote, forwarded, client) => {
  expect(seen(remote, forwarded)).toBe(client);
});
