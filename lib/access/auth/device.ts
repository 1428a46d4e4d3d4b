import "server-only";
import type { Device } from "@/lib/access/principals/device";

/** The last hop is the one our own server wrote; anything before it can be forged. */
export function deviceOf(headers: Headers): Device {
  const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
  const userAgent = headers.get("user-agent");
  return { ip: hops.at(-1)?.trim().slice(0, 64) || null, userAgent: userAgent?.slice(0, 512) ?? null };
}
