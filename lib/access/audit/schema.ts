import { z } from "zod";
import { daySchema } from "@/lib/platform/day-schema";
import { urlParameter } from "@/lib/platform/url-parameter";

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
  "service_account.created",
  "service_account.removed",
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
  "business.usage_keys_changed",
  "business.usage_value_forgotten",
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
  "refund.withdrawn",
  "refund.paid",
  "refund.rejected",
  "webhook.replayed",
  "webhook.replay_canceled",
  "pronunciation.saved",
  "pronunciation.removed",
  "dictionary.created",
  "dictionary.changed",
  "reading.changed",
  "transcripts.changed",
  "result.erased",
  "trace.shared",
  "trace.unshared",
  "transcript.shared",
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
  "act.requested",
  "act.approved",
  "act.rejected",
  "act.expired",
  "act.alone",
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
  "voice.started",
  "voice.canceled",
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

const actorPattern = /^(usr|key|sva)_[0-9a-v]{26}$/;

const day = urlParameter(daySchema());

/** The filters of the log; anything else is ignored. Days are in Vietnam time. */
export const auditFilterSchema = z.object({
  action: urlParameter(z.enum(auditActions)),
  /** A member's id, a key's, or a service account's. */
  person: urlParameter(z.string().regex(actorPattern)),
  from: day,
  to: day,
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

export const staffAuditFilterSchema = auditFilterSchema.extend({
  action: urlParameter(z.enum(staffActs)),
});
export type StaffAuditFilter = z.infer<typeof staffAuditFilterSchema>;
export const staffAuditAddressSchema = staffAuditFilterSchema.extend({
  cursor: urlParameter(z.string()),
});

export const auditAddressSchema = auditFilterSchema.extend({ cursor: urlParameter(z.string()) });
export type AuditAddress = z.infer<typeof auditAddressSchema>;

const apiDay = daySchema("api.dayInvalid").optional();

/** The same filters in the API, which rejects what is invalid. */
export const auditRequestSchema = z.strictObject({
  action: z.enum(auditActions).optional().meta({ description: "docs.described.auditAction", example: "key.created" }),
  actor: z.string().regex(actorPattern).optional().meta({ description: "docs.described.auditActor", example: "key_…" }),
  from: apiDay.meta({ description: "docs.described.auditFrom", example: "2026-11-01" }),
  to: apiDay.meta({ description: "docs.described.auditTo", example: "2026-11-30" }),
  limit: z.coerce.number().int().min(1).max(100).default(50).meta({ description: "docs.described.auditLimit" }),
  cursor: z.string().max(1000).optional().meta({ description: "docs.described.cursor" }),
});

const side = z.record(z.string(), z.unknown()).nullable();

const auditEventSchema = z
  .object({
    sequence: z.int().meta({ description: "docs.described.auditSequence" }),
    at: z.iso.datetime().meta({ description: "docs.described.auditAt" }),
    action: z.string().meta({ description: "docs.described.auditAction" }),
    actorId: z.string().meta({ description: "docs.described.auditActorId" }),
    actorName: z.string().nullable().meta({ description: "docs.described.auditActorName" }),
    serviceAccountId: z.string().nullable().meta({ description: "docs.described.auditServiceAccount" }),
    subject: z.string().nullable().meta({ description: "docs.described.auditSubject" }),
    before: side.meta({ description: "docs.described.auditBefore" }),
    after: side.meta({ description: "docs.described.auditAfter" }),
    ip: z.string().nullable().meta({ description: "docs.described.auditIp" }),
    userAgent: z.string().nullable().meta({ description: "docs.described.auditUserAgent" }),
    digest: z.string().meta({ description: "docs.described.auditDigest" }),
  })
  .meta({ id: "AuditEvent" });

export const auditResponseSchema = z
  .object({
    events: z.array(auditEventSchema).meta({ description: "docs.described.auditEvents" }),
    next: z.string().nullable().meta({ description: "docs.described.nextCursor", example: null }),
  })
  .meta({ id: "AuditEventList" });
