import "server-only";
import ipaddr from "ipaddr.js";
import { AppError } from "@/lib/platform/errors";
import { type Address, isAddress } from "@/lib/platform/net/networks";

/** More than this is a whole network's plan, which no one reviews. */
export const maxAddresses = 50;

/** Each address or CIDR block once and in one form. Throws INVALID_REQUEST with the first invalid one and why. */
export function parseAddresses(text: string): string[] {
  const written = text.split(/[\s,;]+/).filter(Boolean);
  const found = [...new Set(written.map(parseAddress))];
  if (found.length > maxAddresses) throw wrong("addressesTooMany", { max: maxAddresses });
  return found;
}

function parseAddress(written: string): string {
  const [host = "", bits, ...rest] = written.split("/");
  // Only four plain decimals are IPv4: `010.0.0.1`, `0x7f.1` and `127.1` mean other addresses to other programs. A zone
  // names an interface of one machine.
  const address = isAddress(host) && !host.includes("%") ? ipaddr.process(host) : null;
  if (!address || rest.length > 0) throw wrong("addressInvalid", { address: written });
  if (bits === undefined) return nameOf(address);
  const maxLength = address.kind() === "ipv4" ? 32 : 128;
  const length = /^(0|[1-9]\d{0,2})$/.test(bits) ? Number(bits) : Number.NaN;
  // An IPv4-mapped IPv6 address: the prefix length counts from bit 96.
  const prefixLength = isMapped(host) ? length - 96 : length;
  if (!(prefixLength <= maxLength) || prefixLength < 0)
    throw wrong("addressLength", { address: written, max: isMapped(host) ? 128 : maxLength });
  if (prefixLength === 0) throw wrong("addressEveryone", { address: written });
  const cidr = `${address}/${prefixLength}`;
  const network =
    address.kind() === "ipv4" ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  if (nameOf(network) !== nameOf(address)) {
    throw wrong("addressHostBits", { address: written, network: `${nameOf(network)}/${prefixLength}` });
  }
  return prefixLength === maxLength ? nameOf(address) : `${nameOf(address)}/${prefixLength}`;
}

const isMapped = (host: string) => ipaddr.IPv6.isValid(host) && ipaddr.IPv6.parse(host).isIPv4MappedAddress();

/** RFC 5952 for IPv6. */
const nameOf = (address: Address): string =>
  address.kind() === "ipv6" ? (address as ipaddr.IPv6).toRFC5952String() : address.toString();

const wrong = (word: string, values: Record<string, string | number>) =>
  new AppError("INVALID_REQUEST", { param: "allowedAddresses", message: `keys.${word}`, values });
