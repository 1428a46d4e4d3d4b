import "server-only";
import { isIP } from "node:net";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

/**
 * Whom a passkey is made for (WebAuthn's relying party): the host of VANG_URL, and pages of that very origin. The same
 * machine under another name, such as 127.0.0.1 for localhost, is somebody else to every browser.
 */
export const relyingParty = () => ({ name: "Vang", id: new URL(env.url).hostname, origin: env.url });

/** Throws CONFLICT where VANG_URL is an IP address: browsers make passkeys for names only. */
export function requireNamedHost(): void {
  if (isIP(relyingParty().id.replace(/[[\]]/g, ""))) throw new Refusal("CONFLICT", { message: "passkeys.noName" });
}

/** The account as an authenticator keeps it: our id for the person, which says nothing about them. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString("base64url");
