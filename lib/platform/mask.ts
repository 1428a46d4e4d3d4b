import "server-only";
import ipaddr from "ipaddr.js";
import { parseAddress } from "@/lib/platform/net/networks";
import type { Prisma } from "@/prisma/generated/client";

/** `lan@example.com` as `l•••@example.com`. Other text stays as it is. */
export const maskEmail = (text: string): string => text.replace(/^([^\s@])[^\s@]*@(?=[^\s@]+$)/u, "$1•••@");

/** An address without its last part: the last byte of IPv4, all but the first 48 bits of IPv6. */
export function maskIp(ip: string): string {
  const address = parseAddress(ip);
  if (!address) return "•••";
  if (address.kind() === "ipv4") return `${address.toByteArray().slice(0, 3).join(".")}.•`;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`).toRFC5952String()}•`;
}

/** The email addresses of an entry's before or after, masked. */
export function maskFields(state: Prisma.JsonValue): Prisma.JsonValue {
  if (!state || typeof state !== "object" || Array.isArray(state)) return state;
  const masked = Object.entries(state).map(([name, value]) => [
    name,
    typeof value === "string" ? maskEmail(value) : value,
  ]);
  return Object.fromEntries(masked);
}
