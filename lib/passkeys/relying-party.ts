import "server-only";
import { isIP } from "node:net";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * Who a passkey is created for (WebAuthn's relying party): the host of VANG_URL, and pages of that very origin. The
 * same machine under another name, such as 127.0.0.1 for localhost, is a different party to every browser.
 */
export const relyingParty = () => ({ name: "Vang", id: new URL(env.url).hostname, origin: env.url });

/** Throws CONFLICT if VANG_URL is an IP address: browsers create passkeys for host names only. */
export function requireNamedHost(): void {
  if (isIP(relyingParty().id.replace(/[[\]]/g, ""))) throw new AppError("CONFLICT", { message: "passkeys.noName" });
}

/** The account as an authenticator stores it: our id of the person, which reveals nothing about them. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString("base64url");
