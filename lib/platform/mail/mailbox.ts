import "server-only";
import { hmac } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

const gmail = "gmail.com";
const sameAsGmail = "googlemail.com";

/**
 * A keyed digest of the mailbox behind an address, the same for `lan@`, `lan+1@` and, where the provider ignores dots,
 * `l.an@`, and under each of a provider's names: it counts what one person did, also after their account was deleted.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local, written] = [email.slice(0, at).toLowerCase(), email.slice(at + 1).toLowerCase()];
  const domain = written === sameAsGmail ? gmail : written;
  const untagged = local.replace(/(?<=.)\+.*$/, "");
  const name = domain === gmail ? untagged.replaceAll(".", "") : untagged;
  return hmac(env.NEXTAUTH_SECRET, `mailbox:${name}@${domain}`);
}
