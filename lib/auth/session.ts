import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { findMembership } from "@/lib/businesses/service";
import { Refusal } from "@/lib/errors";
import type { Member } from "@/lib/principals/member";
import type { Viewer } from "@/lib/principals/viewer";
import { findLiveSession } from "@/lib/sessions/service";
import { readCookie } from "./cookie";
import { deviceOf } from "./device";
import { pathHeader } from "./next-path";
import { orRefusal } from "./or-refusal";

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

/**
 * What the viewer is in this business; null for a stranger. The only source of a `Member`. Throws TWO_FACTOR_REQUIRED
 * where the business asks its members for a second factor and the viewer has none.
 */
export const findMember = cache(async (viewer: Viewer, slug: string): Promise<Member | null> => {
  const membership = await findMembership(viewer, slug);
  if (!membership) return null;
  const { requiresTwoFactor, ...place } = membership;
  if (requiresTwoFactor && !viewer.hasSecondFactor) throw new Refusal("TWO_FACTOR_REQUIRED");
  const { userId, sessionId, device, freshAt } = viewer;
  return { userId, sessionId, device, freshAt, ...place } as Member;
});

/** A stranger's business answers as one that does not exist. Whoever lacks a second factor is led to add one first. */
export async function requireMember(businessSlug: string): Promise<Member> {
  const member = await orRefusal(findMember(await requireViewer(), businessSlug));
  if (member instanceof Refusal) redirect(`/account/security?business=${businessSlug}` as Route);
  return member ?? notFound();
}

/** For routes that answer data: whoever a page would lead elsewhere finds nothing there. */
export async function findRouteMember(businessSlug: string): Promise<Member | null> {
  const viewer = await findViewer();
  const member = viewer && (await orRefusal(findMember(viewer, businessSlug)));
  return member instanceof Refusal ? null : member;
}
