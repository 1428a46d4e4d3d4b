import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Viewer } from "@/lib/account/viewer";
import type { Member } from "@/lib/businesses/member";
import { findMembership } from "@/lib/businesses/service";
import { findLiveSession } from "@/lib/sessions/service";
import { readCookie } from "./cookie";
import { deviceOf } from "./device";
import { pathHeader } from "./next-path";

/** Who is asking: cookie → token → live session row, once a request. The only source of a `Viewer`. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  const token = await readCookie();
  const session = token && (await findLiveSession(token.sid));
  if (!session || session.userId !== token.uid) return null;
  return { ...session, sessionId: token.sid, device: deviceOf(await headers()) } as Viewer;
});

/** Sends whoever is not signed in to do so, and back here afterwards. */
export async function requireViewer(): Promise<Viewer> {
  const viewer = await findViewer();
  if (viewer) return viewer;
  const here = (await headers()).get(pathHeader) ?? "/console";
  redirect(`/sign-in?next=${encodeURIComponent(here)}`);
}

/** What the viewer is in this business. The only source of a `Member`. */
export const findMember = cache(async (viewer: Viewer, slug: string): Promise<Member | null> => {
  const membership = await findMembership(viewer, slug);
  return (
    membership &&
    ({ userId: viewer.userId, sessionId: viewer.sessionId, device: viewer.device, ...membership } as Member)
  );
});

/** A stranger's business answers as one that does not exist. */
export async function requireMember(businessSlug: string): Promise<Member> {
  return (await findMember(await requireViewer(), businessSlug)) ?? notFound();
}
