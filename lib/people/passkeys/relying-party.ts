import "server-only";
import { isIP } from "node:net";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";

/** WebAuthn's relying party: pages of VANG_URL's origin. To browsers the same machine by another name differs. */
export const relyingParty = () => ({ name: "Vang", id: new URL(env.url).hostname, origin: env.url });

/** Throws CONFLICT if VANG_URL is an IP address: browsers create passkeys for host names only. */
export function requireNamedHost(): void {
  if (isIP(relyingParty().id.replace(/[[\]]/g, ""))) throw new AppError("CONFLICT", { message: "passkeys.noName" });
}

/** The account as an authenticator stores it: our id of the person, which reveals nothing about them. */
export const handleOf = (userId: string): string => Buffer.from(userId).toString("base64url");
