import "server-only";
import type { Device } from "@/lib/account/sessions";

/** The last hop is the one our own server wrote; anything before it is what a client claims. */
export function deviceOf(headers: Headers): Device {
  const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
  return { ip: hops.at(-1)?.trim() || null, userAgent: headers.get("user-agent") };
}
