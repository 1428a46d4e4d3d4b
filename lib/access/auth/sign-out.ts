import "server-only";
import { headers } from "next/headers";
import { endSession } from "@/lib/access/sessions/service";
import { clearCookie } from "./cookie";
import { requireSameOrigin } from "./origin";
import { findViewer } from "./session";

/** Ends this browser's session, if it has one. Throws FORBIDDEN for a form of another site. */
export async function signOut(): Promise<void> {
  requireSameOrigin(await headers());
  const viewer = await findViewer();
  if (viewer) await endSession(viewer.sessionId);
  await clearCookie();
}
