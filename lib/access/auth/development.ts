import "server-only";
import { headers } from "next/headers";
import { env } from "@/lib/platform/env";
import { isLoopback } from "@/lib/platform/net/loopback";
import { proxiedHeader } from "./forwarded";

/**
 * Whether this request can see the development pages, which show everyone's email: the installation serves this machine
 * alone, and the request came from it directly and by its name, unlike one of another site (DNS rebinding).
 */
export async function hasDevelopmentPages(): Promise<boolean> {
  const sent = await headers();
  const host = sent.get("host") ?? "";
  // A proxy on this machine can forward requests from anywhere.
  return !sent.has(proxiedHeader) && env.developmentPages && isLoopback(host.replace(/:\d+$/, ""));
}
