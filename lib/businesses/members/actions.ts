"use server";

import type { Route } from "next";
import { redirect } from "next/navigation";
import { memberAction, viewerAction } from "@/lib/access/auth/actions";
import { clearCookie } from "@/lib/access/auth/cookie";
import { firstPageOf } from "@/lib/access/principals/roles";
import { endSession } from "@/lib/access/sessions/service";
import { countEmailRequest } from "@/lib/platform/mail/request-quota";
import { acceptInvitation } from "./accept";
import { changeRole, leaveBusiness, removeMember } from "./change";
import { cancelInvitation, inviteMember, resendInvitation } from "./invite";
import { cancelOffer, confirmOwnership, offerOwnership } from "./ownership";
import {
  acceptSchema,
  changeRoleSchema,
  invitationIdSchema,
  inviteSchema,
  leaveSchema,
  offerIdSchema,
  offerSchema,
  removeMemberSchema,
  twoFactorRuleSchema,
} from "./schema";
import { setTwoFactorRule } from "./two-factor-rule";

const manages = "members:write" as const;

export const inviteAction = memberAction(
  { permission: manages, input: inviteSchema, proof: "recent", shows: "/members" },
  async (member, input) => {
    await countEmailRequest(member.userId);
    await inviteMember(member, input);
  },
);

export const resendInvitationAction = memberAction(
  { permission: manages, input: invitationIdSchema, proof: "recent", shows: "/members" },
  async (member, { id }) => {
    await countEmailRequest(member.userId);
    await resendInvitation(member, id);
  },
);

export const cancelInvitationAction = memberAction(
  { permission: manages, input: invitationIdSchema, proof: "none", shows: "/members" },
  (member, { id }) => cancelInvitation(member, id),
);

export const changeRoleAction = memberAction(
  { permission: manages, input: changeRoleSchema, proof: "byChange", shows: "/members" },
  (member, { userId, role, ends }) => changeRole(member, userId, role, ends),
);

export const removeMemberAction = memberAction(
  { permission: manages, input: removeMemberSchema, proof: "recent", shows: "/members" },
  (member, { userId, ends }) => removeMember(member, userId, ends),
);

export const leaveAction = memberAction(
  { permission: "business:read", input: leaveSchema, proof: "recent" },
  async (member, { ends }) => {
    await leaveBusiness(member, ends);
    redirect("/console");
  },
);

export const offerOwnershipAction = memberAction(
  { permission: "business:transfer", input: offerSchema, proof: "recent", shows: "/members" },
  (member, input) => offerOwnership(member, input),
);

/** An offer can be for a member of any role: the service knows which offer is theirs. */
export const confirmOwnershipAction = memberAction(
  { permission: "members:read", input: offerIdSchema, proof: "recent", shows: "/members" },
  (member, { id }) => confirmOwnership(member, id),
);

export const cancelOfferAction = memberAction(
  { permission: "members:read", input: offerIdSchema, proof: "none", shows: "/members" },
  (member, { id }) => cancelOffer(member, id),
);

export const setTwoFactorRuleAction = memberAction(
  { permission: "business:write", input: twoFactorRuleSchema, proof: "recent", shows: "/members" },
  (member, { required }) => setTwoFactorRule(member, required),
);

export const acceptAction = viewerAction({ input: acceptSchema, proof: "none" }, async (viewer, { token }) => {
  const { businessSlug, role } = await acceptInvitation(viewer, token);
  redirect(`/console/${businessSlug}${firstPageOf(role)}` as Route);
});

/** Ends a session of another email than the invited one, and comes back. */
export const changeAccountAction = viewerAction({ input: acceptSchema, proof: "none" }, async (viewer) => {
  await endSession(viewer.sessionId);
  await clearCookie();
  redirect("/invitation");
});
