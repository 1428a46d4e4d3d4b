import "server-only";
import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { StaffMember } from "@/lib/access/principals/staff";
import type { Viewer } from "@/lib/access/principals/viewer";
import { findStaffRole } from "@/lib/access/staff";
import { AppError } from "@/lib/platform/errors";
import { orError } from "./or-error";
import { findViewer, requireViewer } from "./session";

/** The only source of a `StaffMember`; null for others. Throws TWO_FACTOR_REQUIRED for one without a second factor. */
export const findStaff = cache(async (viewer: Viewer): Promise<StaffMember | null> => {
  const role = await findStaffRole(viewer.userId);
  if (!role) return null;
  if (!viewer.hasSecondFactor) throw new AppError("TWO_FACTOR_REQUIRED", { message: "operator.factorRequired" });
  const { hasSecondFactor, ...person } = viewer;
  return { ...person, via: "desk", role } as unknown as StaffMember;
});

/** For pages of the desk: not found for members, and without a second factor a redirect to add one. */
export async function requireStaff(): Promise<StaffMember> {
  const staff = await orError(findStaff(await requireViewer()));
  if (staff instanceof AppError) redirect("/account/security?staff=1" as Route);
  return staff ?? notFound();
}

/** For routes that return data: null where a page would redirect or is not found. */
export async function findRouteStaff(): Promise<StaffMember | null> {
  const viewer = await findViewer();
  const staff = viewer && (await orError(findStaff(viewer)));
  return staff instanceof AppError ? null : staff;
}
