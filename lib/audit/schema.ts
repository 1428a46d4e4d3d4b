import { z } from "zod";
import { daySchema } from "@/lib/day-schema";

/** Every action of the log; each has a text under `audit.actions`. */
export const auditActions = [
  "member.invited",
  "member.invitation_resent",
  "member.invitation_cancelled",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "member.left",
  "member.two_factor_reset_begun",
  "member.two_factor_reset_cancelled",
  "member.two_factor_reset_done",
  "ownership.offered",
  "ownership.taken",
  "ownership.declined",
  "ownership.offer_cancelled",
  "key.created",
  "key.edited",
  "key.rotated",
  "key.old_secret_ended",
  "key.revoked",
  "key.leaked",
  "key.exposed",
  "webhook.created",
  "webhook.edited",
  "webhook.paused",
  "webhook.resumed",
  "webhook.deleted",
  "webhook.secret_rotated",
  "webhook.secret_revealed",
  "webhook.header_revealed",
  "business.created",
  "business.renamed",
  "business.logo_changed",
  "business.logo_removed",
  "business.closed",
  "business.archived",
  "business.restored",
  "business.suspended",
  "business.resumed",
  "business.limits_changed",
  "business.data_rules_changed",
  "business.two_factor_rule_changed",
  "invoice.changed",
  "invoice.requested",
  "invoice.adjusted",
  "invoice.replaced",
  "invoice.cancelled",
  "claim.created",
  "claim.withdrawn",
  "credit_alert.changed",
  "claim.approved",
  "claim.rejected",
  "credit.entered",
  "credit.adjusted",
  "credit.granted",
  "transfer.assigned",
  "transfer.reversed",
  "transfer.unassigned",
  "transfer.voided",
  "transfer.closed",
  "transfer.reopened",
  "refund.requested",
  "refund.paid",
  "refund.rejected",
  "webhook.replayed",
  "webhook.replay_canceled",
  "pronunciation.saved",
  "pronunciation.removed",
  "reading.changed",
  "result.erased",
  "trace.shared",
] as const;

/** Every act of the operating company's staff; their texts are under `audit.actions` too. */
export const staffActs = [
  "staff.granted",
  "staff.revoked",
  "business.suspended",
  "business.resumed",
  "business.limited",
  "business.noted",
  "claim.approved",
  "claim.rejected",
  "claim.answered",
  "credit.entered",
  "credit.adjusted",
  "credit.granted",
  "credit.requested",
  "credit.approved",
  "credit.rejected",
  "transfer.assigned",
  "transfer.reversed",
  "transfer.unassigned",
  "transfer.voided",
  "transfer.closed",
  "notification.read",
  "notification.dismissed",
  "alarm.closed",
  "transfer.reopened",
  "invoice.adjusted",
  "invoice.replaced",
  "invoice.cancelled",
  "refund.approved",
  "refund.paid",
  "refund.rejected",
  "price.added",
  "books.locked",
  "journal.exported",
  "setup.tested",
  "webhooks.stopped",
  "webhooks.started",
  "webhooks.limited",
  "engine.changed",
  "engine.weighted",
  "engine.tested",
  "results.replayed",
  "messages.retried",
  "messages.dropped",
  "invoice.retried",
  "incident.opened",
  "incident.updated",
  "incident.resolved",
  "dataRequest.answered",
  "dataRequest.closed",
] as const;
export type StaffAct = (typeof staffActs)[number];

const day = daySchema().optional().catch(undefined);

/** The filters of the log; anything else is ignored. Days are in Vietnam time. */
export const auditFilterSchema = z.object({
  action: z.enum(auditActions).optional().catch(undefined),
  /** A member's id, or a key's. */
  person: z
    .string()
    .regex(/^(usr|key)_[0-9a-v]{26}$/)
    .optional()
    .catch(undefined),
  from: day,
  to: day,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const staffAuditFilterSchema = auditFilterSchema.extend({
  action: z.enum(staffActs).optional().catch(undefined),
});
export type StaffAuditFilter = z.infer<typeof staffAuditFilterSchema>;
export const staffAuditAddressSchema = staffAuditFilterSchema.extend({
  cursor: z.string().optional().catch(undefined),
});

export const auditAddressSchema = auditFilterSchema.extend({ cursor: z.string().optional().catch(undefined) });
export type AuditAddress = z.infer<typeof auditAddressSchema>;
