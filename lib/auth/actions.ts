import "server-only";
import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import type { z } from "zod";
import { Refusal } from "@/lib/errors";
import type { ActionState } from "@/lib/form";
import { type Member, requirePermission } from "@/lib/principals/member";
import type { Permission } from "@/lib/principals/roles";
import type { Viewer } from "@/lib/principals/viewer";
import { requireFresh, withStepUpWays } from "./fresh";
import { requireSameOrigin } from "./origin";
import { parseForm, refused } from "./refused";
import { findMember, findViewer } from "./session";
import { requirePendingSignIn } from "./sign-in";
import type { PendingSignIn } from "./ticket";

type Action<Data> = (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;

/** An action anyone may call. Like the two below: same origin first, a Refusal becomes the form's state, a bug stays one. */
export function publicAction<Input extends z.ZodType, Data>(
  { input }: { input: Input },
  run: (input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return door((form) => run(parseForm(input, form)));
}

type Guarded<Input> = {
  input: Input;
  /** Dangerous: asks for a proof of who it is that is no older than five minutes. */
  fresh?: true;
};

/** An action of someone signed in, about themselves. */
export function viewerAction<Input extends z.ZodType, Data>(
  { input, fresh }: Guarded<Input>,
  run: (viewer: Viewer, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return door(async (form) => {
    const viewer = await getViewer();
    const parsed = parseForm(input, form);
    if (fresh) await requireFresh(viewer);
    return run(viewer, parsed);
  });
}

/**
 * An action in the business that the form's `business` field names. No permission, no action: the type requires one.
 * `input` may be made for the member, where what is right depends on their business.
 */
export function memberAction<Input extends z.ZodType, Data>(
  {
    permission,
    input,
    fresh,
  }: Omit<Guarded<Input>, "input"> & { permission: Permission; input: Input | ((member: Member) => Promise<Input>) },
  run: (member: Member, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return door(async (form) => {
    const viewer = await getViewer();
    const member = await findMember(viewer, String(form.get("business")));
    if (!member) throw new Refusal("NOT_FOUND");
    requirePermission(member, permission);
    const parsed = parseForm(typeof input === "function" ? await input(member) : input, form);
    if (fresh) await requireFresh(viewer);
    return withStepUpWays(viewer, run(member, parsed));
  });
}

/** An action of someone whose password was right and who has yet to give the second proof. */
export function pendingAction<Input extends z.ZodType, Data>(
  { input }: { input: Input },
  run: (pending: PendingSignIn, input: z.output<Input>) => Promise<Data>,
): Action<Data> {
  return door(async (form) => run(await requirePendingSignIn(), parseForm(input, form)));
}

async function getViewer(): Promise<Viewer> {
  const viewer = await findViewer();
  if (!viewer) throw new Refusal("NOT_SIGNED_IN");
  return viewer;
}

function door<Data>(run: (form: FormData) => Promise<Data>): Action<Data> {
  return async (_state, form) => {
    try {
      requireSameOrigin(await headers());
      return { status: "done", data: await run(form) };
    } catch (error) {
      if (error instanceof Refusal) return refused(error, form, await getLocale());
      throw error;
    }
  };
}
