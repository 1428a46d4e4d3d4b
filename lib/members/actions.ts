"use server";

import type { Route } from "next";
import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { memberAction, publicAction, viewerAction } from "@/lib/auth/actions";
import { clearCookie } from "@/lib/auth/cookie";
import { deviceOf } from "@/lib/auth/device";
import { finishSignIn } from "@/lib/auth/sign-in";
import { countEmailRequest } from "@/lib/mail/request-quota";
import type { Member } from "@/lib/principals/member";
import { endSession } from "@/lib/sessions/service";
import { acceptInvitation } from "./accept";
import { changeRole, leaveBusiness, removeMember } from "./change";
import { cancelInvitation, inviteMember, resendInvitation } from "./invite";
import { joinBusiness } from "./join";
import { cancelOffer, confirmOwnership, offerOwnership } from "./ownership";
import {
  acceptSchema,
  changeRoleSchema,
  invitationIdSchema,
  inviteSchema,
  joinSchema,
  leaveSchema,
  offerIdSchema,
  offerSchema,
  removeMemberSchema,
  twoFactorRuleSchema,
} from "./schema";
import { setTwoFactorRule } from "./two-factor-rule";

const refresh = ({ businessSlug }: Member) => revalidatePath(`/console/${businessSlug}/members`);

const manages = "members:write" as const;

export const inviteAction = memberAction(
  { permission: manages, input: inviteSchema, proof: "recent" },
  async (member, input) => {
    await countEmailRequest(member.userId);
    await inviteMember(member, input);
    refresh(member);
  },
);

export const resendInvitationAction = memberAction(
  { permission: manages, input: invitationIdSchema, proof: "recent" },
  async (member, { id }) => {
    await countEmailRequest(member.userId);
    await resendInvitation(member, id);
    refresh(member);
  },
);

export const cancelInvitationAction = memberAction(
  { permission: manages, input: invitationIdSchema, proof: "none" },
  async (member, { id }) => {
    await cancelInvitation(member, id);
    refresh(member);
  },
);

export const changeRoleAction = memberAction(
  { permission: manages, input: changeRoleSchema, proof: "byChange" },
  async (member, { userId, role, ends }) => {
    await changeRole(member, userId, role, ends);
    refresh(member);
  },
);

export const removeMemberAction = memberAction(
  { permission: manages, input: removeMemberSchema, proof: "recent" },
  async (member, { userId, ends }) => {
    await removeMember(member, userId, ends);
    refresh(member);
  },
);

export const leaveAction = memberAction(
  { permission: "business:read", input: leaveSchema, proof: "recent" },
  async (member, { ends }) => {
    await leaveBusiness(member, ends);
    redirect("/console");
  },
);

export const offerOwnershipAction = memberAction(
  { permission: "business:transfer", input: offerSchema, proof: "recent" },
  async (member, input) => {
    await offerOwnership(member, input);
    refresh(member);
  },
);

/** An offer can be for a member of any role: the service knows which offer is theirs. */
export const confirmOwnershipAction = memberAction(
  { permission: "members:read", input: offerIdSchema, proof: "recent" },
  async (member, { id }) => {
    await confirmOwnership(member, id);
    refresh(member);
  },
);

export const cancelOfferAction = memberAction(
  { permission: "members:read", input: offerIdSchema, proof: "none" },
  async (member, { id }) => {
    await cancelOffer(member, id);
    refresh(member);
  },
);

export const setTwoFactorRuleAction = memberAction(
  { permission: "business:write", input: twoFactorRuleSchema, proof: "recent" },
  async (member, { required }) => {
    await setTwoFactorRule(member, required);
    refresh(member);
  },
);

export const acceptAction = viewerAction({ input: acceptSchema, proof: "none" }, async (viewer, { token }) => {
  const { businessSlug } = await acceptInvitation(viewer, token);
  redirect(`/console/${businessSlug}/playground` as Route);
});

/** Signs the new member in: the link has just confirmed their email. */
export const joinAction = publicAction({ input: joinSchema }, async (input) => {
  const { userId, businessSlug } = await joinBusiness(input, await getLocale(), deviceOf(await headers()));
  return finishSignIn({ userId, method: "mail_link", next: `/console/${businessSlug}/playground` });
});

/** Ends a session of another email than the invited one, and comes back. */
export const changeAccountAction = viewerAction({ input: acceptSchema, proof: "none" }, async (viewer) => {
  await endSession(viewer.sessionId);
  await clearCookie();
  redirect("/invitation");
});
