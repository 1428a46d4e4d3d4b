import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Member } from "@/lib/access/principals/member";
import type { Role } from "@/lib/access/principals/roles";
import type { Viewer } from "@/lib/access/principals/viewer";
import { findLiveSession } from "@/lib/access/sessions/service";
import { findTermsToAccept } from "@/lib/access/terms/service";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { readCookie } from "./cookie";
import { deviceOf } from "./device";
import { pathHeader } from "./next-path";
import { orError } from "./or-error";

/** The signed-in person: cookie → token → active session row, once a request. The only source of a `Viewer`. */
export const findViewer = cache(async (): Promise<Viewer | null> => {
  const token = await readCookie();
  const session = token && (await findLiveSession(token.sid));
  if (!session || session.userId !== token.uid) return null;
  return { ...session, sessionId: token.sid, device: deviceOf(await headers()) } as Viewer;
});

/** Redirects an anonymous visitor to sign in, and back here afterwards. */
export async function requireViewer(): Promise<Viewer> {
  const viewer = await findViewer();
  if (viewer) return viewer;
  const here = (await headers()).get(pathHeader) ?? "/console";
  redirect(`/sign-in?next=${encodeURIComponent(here)}`);
}

/** The only source of a `Member`; null for others. Throws TWO_FACTOR_REQUIRED if a required factor is missing. */
export const findMember = cache(async (viewer: Viewer, slug: string): Promise<Member | null> => {
  const membership = await findMembership(viewer, slug);
  if (!membership) return null;
  const { requiresTwoFactor, ...place } = membership;
  if (requiresTwoFactor && !viewer.hasSecondFactor) throw new AppError("TWO_FACTOR_REQUIRED");
  const { userId, sessionId, device, freshAt } = viewer;
  return { userId, sessionId, device, freshAt, ...place } as Member;
});

/** Other businesses are not found. Redirects to add a required second factor, or to read the operator's terms. */
export async function requireMember(businessSlug: string): Promise<Member> {
  const viewer = await requireViewer();
  if (await findTermsToAccept(viewer)) {
    const here = (await headers()).get(pathHeader) ?? "/console";
    redirect(`/account/terms?next=${encodeURIComponent(here)}` as Route);
  }
  const member = await orError(findMember(viewer, businessSlug));
  if (member instanceof AppError) redirect(`/account/security?business=${businessSlug}` as Route);
  return member ?? notFound();
}

/** For routes that return data: not found where a page would redirect. */
export async function findRouteMember(businessSlug: string): Promise<Member | null> {
  const viewer = await findViewer();
  const member = viewer && (await orError(findMember(viewer, businessSlug)));
  return member instanceof AppError ? null : member;
}

/** A person's membership in a business; null for anyone else, as for a business that does not exist. */
export async function findMembership(
  viewer: Viewer,
  slug: string,
): Promise<{ businessId: string; businessSlug: string; role: Role; requiresTwoFactor: boolean } | null> {
  // A NUL in a URL would otherwise be a database error.
  if (!/^[a-z0-9-]+$/.test(slug)) return null;
  const membership = await db.membership.findFirst({
    where: { userId: viewer.userId, business: { slug, archivedAt: null } },
    select: { businessId: true, role: true, business: { select: { requiresTwoFactor: true } } },
  });
  if (!membership) return null;
  const { business, ...place } = membership;
  return { ...place, ...business, businessSlug: slug };
}
