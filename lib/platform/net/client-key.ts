import "server-only";
import { parseAddress, subnetOf } from "@/lib/platform/net/networks";

/** The network a request came from: an IPv4 /24, an IPv6 /64. Text that is not an address is its own network. */
export function networkOf(ip: string | null): string {
  const address = parseAddress(ip ?? "");
  return address ? subnetOf(address) : String(ip);
}

/** The narrowest first: an IPv4 /24; the /64, /56 and /48 of IPv6, because one customer can have all of those. */
export function networksOf(ip: string | null): string[] {
  const address = parseAddress(ip ?? "");
  if (address?.kind() !== "ipv6") return [networkOf(ip)];
  const bytes = address.toByteArray();
  return [8, 7, 6].map((length) => `ipv6 ${bytes.slice(0, length).join(".")}`);
}

/** One IPv4 address, which an office can share; of IPv6 the /64, in which one machine has any number of addresses. */
export function clientKeyOf(ip: string | null): string {
  const address = parseAddress(ip ?? "");
  return address?.kind() === "ipv4" ? address.toString() : networkOf(ip);
}
