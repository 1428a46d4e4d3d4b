import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address and its prefix length in bits. */
export type Network = readonly [Address, number];

/**
 * Null for no address, and for octal, hexadecimal and short forms, which programs read differently. IPv4 written as
 * IPv6 (`::ffff:203.0.113.7`) is the IPv4 address.
 */
export function parseAddress(text: string): Address | null {
  const [address = ""] = text.trim().split("%");
  return isAddress(address) ? ipaddr.process(address) : null;
}

/** Whether all programs read the same address here. `ipaddr.js` would read `::10.0.0.1` as `10.0.0.1`, another one. */
export const isAddress = (text: string): boolean =>
  isIP(text) === 4 ||
  (isIP(text) === 6 && (!text.includes(".") || /^(::|(0{1,4}:){5}|(0{1,4}:){1,4}:)ffff:[\d.]+$/i.test(text)));

/** Parses `203.0.113.0/24`, `2001:db8::/32` or one address. Throws for anything else. */
export function parseNetwork(text: string): Network {
  const [address = "", bits, ...more] = text.trim().split("/");
  const parsed = isAddress(address) ? ipaddr.parse(address) : null;
  const length = parsed?.kind() === "ipv4" ? 32 : 128;
  const wanted = bits === undefined ? length : Number(bits);
  if (!parsed || more.length > 0 || !/^\d{1,3}$/.test(bits ?? "0") || wanted > length) {
    throw new Error(`${JSON.stringify(text)} is no address or network`);
  }
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && wanted >= 96;
  return isMapped ? [parsed.toIPv4Address(), wanted - 96] : [parsed, wanted];
}

export function isInNetworks(address: Address, networks: readonly Network[]): boolean {
  return networks.some(([base, bits]) => base.kind() === address.kind() && address.match([base, bits]));
}

/** The network that is counted as one client: an IPv4 /24, an IPv6 /64. */
export function subnetOf(address: Address): string {
  const bytes = address.toByteArray().slice(0, address.kind() === "ipv4" ? 3 : 8);
  return `${address.kind()} ${bytes.join(".")}`;
}
