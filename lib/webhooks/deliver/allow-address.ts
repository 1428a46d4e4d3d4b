import "server-only";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** All global IPv6 addresses are in this network; everything else is rejected, what will be assigned later included. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public internet only: no private, local, reserved or multicast range, and no IPv4 address written as IPv6. */
export function isGlobal(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6);
}

export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && !address.includes("%") && ipaddr.parse(address).range() === "loopback";
