import "server-only";
import { neighbourhoodOf, parseAddress } from "@/lib/networks";

/** The network a request came from: an IPv4 /24, an IPv6 /64. What is no address stands for itself. */
export function networkOf(ip: string | null): string {
  const address = parseAddress(ip ?? "");
  return address ? neighbourhoodOf(address) : String(ip);
}

/** One IPv4 address, which an office may share; of IPv6 the /64, in which one machine has as many as it likes. */
export function placeOf(ip: string | null): string {
  const address = parseAddress(ip ?? "");
  return address?.kind() === "ipv4" ? address.toString() : networkOf(ip);
}
