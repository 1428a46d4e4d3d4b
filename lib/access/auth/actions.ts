import "server-only";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import type { z } from "zod";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Permission, StaffRight } from "@/lib/access/principals/roles";
import { requireRight, type StaffMember } from "@/lib/access/principals/staff";
import type { Viewer } from "@/lib/access/principals/viewer";
import { AppError, OperatorError } from "@/lib/platform/errors";
import { type ActionState, typedValues } from "@/lib/platform/form";
import { beginAction } from "@/lib/platform/page-status";
import { requireFresh, withStepUpWays } from "./fresh";
import { requireSameOrigin } from "./origin";
import { parseForm, rejectedState } from "./rejected-state";
import { findMember, findViewer } from "./session";
import { findStaff } from "./staff";
import { type PendingSignIn, requirePendingSignIn } from "./ticket";

type Action<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

/** For anyone. Like the others here it first checks the origin, and turns an `AppError` into the form's state. */
export function publicAction<Input extends z.ZodType, Data>(
  { input }: { input: Input },
  run: (input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return guarded((form) => run(parseForm(input, form)));
}

/**
 * Whether an action needs a proof of identity no older than five minutes, because someone else may sit at a signed-in
 * browser. `recent`: it does, as whatever erases, sends data elsewhere, spends or gives access. `password`: its form
 * asks for the password, which is enough unless the account has a second factor. `byChange`: its service requires the
 * proof where the change does one of these. `none`: it does none of these, or its form asks for all proofs itself.
 */
export type Proof = "recent" | "password" | "byChange" | "none";

/** `shows`: the page that is shown again once the action is done, or with `/**` at its end that and all below it. */
type Guarded<Input> = { input: Input; proof: Proof; shows?: string };

const needsProof = (proof: Proof, { hasSecondFactor }: Viewer) =>
  proof === "recent" || (proof === "password" && hasSecondFactor);

/** An action of someone signed in, about themselves. */
export function viewerAction<Input extends z.ZodType, Data>(
  { input, proof, shows }: Guarded<Input>,
  run: (viewer: Viewer, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return guarded(async (form) => {
    const viewer = await getViewer();
    const parsed = parseForm(input, form);
    if (needsProof(proof, viewer)) await requireFresh(viewer);
    const data = await run(viewer, parsed);
    showAgain(shows);
    return data;
  });
}

/**
 * In the business that the form's `business` field names, whose pages `shows` is below. `input` can depend on the
 * member's business.
 */
export function memberAction<Input extends z.ZodType, Data>(
  {
    permission,
    input,
    proof,
    shows,
  }: Omit<Guarded<Input>, "input"> & { permission: Permission; input: Input | ((member: Member) => Promise<Input>) },
  run: (member: Member, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return guarded(async (form) => {
    const viewer = await getViewer();
    const member = await findMember(viewer, String(form.get("business")));
    if (!member) throw new AppError("NOT_FOUND", { message: "forms.notMember" });
    requirePermission(member, permission);
    const parsed = parseForm(typeof input === "function" ? await input(member) : input, form);
    if (needsProof(proof, viewer)) await requireFresh(viewer);
    const data = await withStepUpWays(viewer, run(member, parsed));
    if (shows !== undefined) showAgain(`/console/${member.businessSlug}${shows}`);
    return data;
  });
}

type StaffGuard<Input> = { input: Input; shows?: string } & (
  | { right: Exclude<StaffRight, "read">; proof: "recent" }
  | { right: "read"; proof: "recent" | "none" }
);

/**
 * An action at the operator's desk. Who is on the staff, with which right, is read at each call; whatever needs more
 * than the right to read needs a recent proof of identity too. An OperatorError is shown in the form.
 */
export function staffAction<Input extends z.ZodType, Data>(
  { right, input, proof, shows }: StaffGuard<Input>,
  run: (staff: StaffMember, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return guarded(async (form) => {
    const viewer = await getViewer();
    const staff = await findStaff(viewer);
    if (!staff) throw new AppError("NOT_FOUND");
    requireRight(staff, right);
    if (proof === "recent") await requireFresh(viewer);
    const data = await run(staff, parseForm(input, form));
    showAgain(shows);
    return data;
  });
}

/** An action of someone whose password was correct and who has yet to give the second proof. */
export function pendingAction<Input extends z.ZodType, Data>(
  { input }: { input: Input },
  run: (pending: PendingSignIn, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return guarded(async (form) => run(await requirePendingSignIn(), parseForm(input, form)));
}

async function getViewer(): Promise<Viewer> {
  const viewer = await findViewer();
  if (!viewer) throw new AppError("NOT_SIGNED_IN");
  return viewer;
}

function showAgain(pages?: string): void {
  if (pages?.endsWith("/**")) revalidatePath(pages.slice(0, -"/**".length), "layout");
  else if (pages !== undefined) revalidatePath(pages);
}

function guarded<Data>(run: (form: FormData) => Promise<Data>): Action<Data> {
  return async (_state, form) => {
    beginAction(form);
    try {
      requireSameOrigin(await headers());
      return { status: "done", data: await run(form) };
    } catch (error) {
      if (error instanceof AppError) return rejectedState(error, form, await getLocale());
      if (error instanceof StaffError) return rejectedState(error.asAppError, form, await getLocale());
      if (error instanceof OperatorError)
        return { status: "refused", message: error.message, fields: {}, values: typedValues(form) };
      throw error;
    }
  };
}
