import { clock, days } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { securityContact } from "@/lib/platform/mail/support";

/** Where to report a vulnerability (RFC 9116). Not a static file, because each operator has contacts of their own. */
export function GET() {
  const lines = [
    `Contact: ${securityContact()}`,
    `Expires: ${new Date(+clock.now() + days(90)).toISOString()}`,
    "Preferred-Languages: vi, en",
    `Canonical: ${env.url}/.well-known/security.txt`,
  ];
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" };
  return new Response(`${lines.join("\n")}\n`, { headers });
}
