import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { findLiveSession } from "@/lib/account/sessions";
import type { Viewer } from "@/lib/account/viewer";
import type { Member } from "@/lib/businesses/member";
import { findMembership } from "@/lib/businesses/service";
import { readCookie } from "./cookie";
import { pathHeader } from "./next-path";

/** Who is asking: cookie → token → live session row, once a request. The only source of a `Viewer`. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  const token = await readCookie();
  const user = token && (await findLiveSession(token.sid));
  if (!user || user.id !== token.uid) return null;
  const { id: userId, ...shown } = user;
  return { userId, sessionId: token.sid, ...shown } as Viewer;
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
  return membership && ({ userId: viewer.userId, sessionId: viewer.sessionId, ...membership } as Member);
});

/** A stranger's business answers as one that does not exist. */
export async function requireMember(businessSlug: string): Promise<Member> {
  return (await findMember(await requireViewer(), businessSlug)) ?? notFound();
}
