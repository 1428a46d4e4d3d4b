import { z } from "zod";
import { grantableRoles } from "@/lib/access/principals/roles";
import { endsSchema } from "@/lib/businesses/leaving/schema";
import { emailSchema } from "@/lib/platform/mail/email-schema";

const idOf = (prefix: string, message: string) =>
  z.string(message).regex(new RegExp(`^${prefix}_[0-9a-v]{26}$`), message);

const role = z.enum(grantableRoles, "members.roleUnknown");

export const inviteSchema = z.object({ email: emailSchema, role });
export type NewInvitation = z.output<typeof inviteSchema>;

export const invitationIdSchema = z.object({ id: idOf("ivt", "members.invitationGone") });

export const personSchema = z.object({ userId: idOf("usr", "members.unknown") });

export const removeMemberSchema = personSchema.extend(endsSchema.shape);

export const changeRoleSchema = personSchema.extend({ role }).extend(endsSchema.shape);

export const leaveSchema = endsSchema;

export const offerSchema = personSchema.extend({
  /** Whether the one who offers stays an owner. */
  shared: z.enum(["yes", "no"], "members.sharedMissing").transform((answer) => answer === "yes"),
});
export type Offer = z.output<typeof offerSchema>;

export const offerIdSchema = z.object({ id: idOf("own", "members.offerGone") });

export const twoFactorRuleSchema = z.object({
  required: z.enum(["yes", "no"]).transform((answer) => answer === "yes"),
});

const token = z.string("members.linkUnknown").regex(/^[\w-]{43}$/, "members.linkUnknown");

export const acceptSchema = z.object({ token });
