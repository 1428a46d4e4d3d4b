import "server-only";
import { headers } from "next/headers";
import { env, isLoopback } from "@/lib/env";
import { proxiedHeader } from "./forwarded";

/**
 * Whether this request may see the development pages, which show everyone's mail: the installation is one for this
 * machine alone, and the request came from it directly and by that name. Another site whose name leads here (DNS
 * rebinding) gets nothing.
 */
export async function hasDevelopmentPages(): Promise<boolean> {
  const sent = await headers();
  const host = sent.get("host") ?? "";
  // A proxy on this machine may let the whole world in under this machine's name.
  return !sent.has(proxiedHeader) && env.developmentPages && isLoopback(host.replace(/:\d+$/, ""));
}
