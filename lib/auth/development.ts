import "server-only";
import { headers } from "next/headers";
import { env, isLoopback } from "@/lib/env";

/**
 * Whether this request may see the development pages, which show everyone's mail: the installation is one for this
 * machine alone, and it was asked for by that name. Another site whose name leads here (DNS rebinding) is not told.
 */
export async function hasDevelopmentPages(): Promise<boolean> {
  const host = (await headers()).get("host") ?? "";
  return env.developmentPages && isLoopback(host.replace(/:\d+$/, ""));
}
