import { z } from "zod";
import { reasonSchema } from "@/lib/audit/reason";
import { parseVnd } from "@/lib/i18n/vnd";

export const transferStates = ["unmatched", "credited", "reversed", "reversal", "refund", "own", "void"] as const;
export type TransferState = (typeof transferStates)[number];

const day = z.iso.date().optional().catch(undefined);

/** The filters of the list of bank transfers; anything else is ignored. Days are in Vietnam time. */
export const transferFilterSchema = z.object({
  /** An ID, or whole words of memo, payer and reference. */
  q: z
    .string()
    .transform((text) => text.normalize("NFC").trim())
    .pipe(z.string().min(1).max(200))
    .optional()
    .catch(undefined),
  state: z.enum(transferStates).optional().catch(undefined),
  direction: z.enum(["in", "out"]).optional().catch(undefined),
  /** One of our own. */
  account: z
    .string()
    .regex(/^[0-9A-Z]{1,19}$/)
    .optional()
    .catch(undefined),
  /** Whole đồng. */
  amount: z
    .string()
    .transform((typed) => parseVnd(typed)?.toString())
    .optional()
    .catch(undefined),
  from: day,
  to: day,
});
export type TransferFilter = z.infer<typeof transferFilterSchema>;
export const transferAddressSchema = transferFilterSchema.extend({ cursor: z.string().optional().catch(undefined) });

export const transferActs = [
  "assign",
  "closeOwn",
  "closeReturned",
  "closeRefund",
  "unassign",
  "reverse",
  "void",
  "reopen",
] as const;
export type TransferAct = (typeof transferActs)[number];

const incoming: Record<string, readonly TransferAct[]> = {
  unmatched: ["assign", "closeOwn", "reverse", "void"],
  credited: ["unassign", "reverse", "void"],
  reversed: ["reopen", "void"],
  own: ["reopen", "void"],
  void: ["reopen"],
};

const outgoing: Record<string, readonly TransferAct[]> = {
  unmatched: ["closeOwn", "closeReturned", "closeRefund", "void"],
  reversal: ["reopen", "void"],
  refund: ["reopen", "void"],
  own: ["reopen", "void"],
  void: ["reopen"],
};

/** What can be done with a transfer. One that an outgoing transfer took back is corrected together with that. */
export const actsOf = (transfer: { direction: string; status: string; isTakenBack: boolean }): readonly TransferAct[] =>
  ((transfer.direction === "in" ? incoming : outgoing)[transfer.status] ?? []).filter(
    (act) => act !== "void" || !transfer.isTakenBack,
  );

const transferId = z.string("operator.transfers.unknown").regex(/^btr_[0-9a-v]{26}$/, "operator.transfers.unknown");

export const assignSchema = z.object({
  id: transferId,
  business: z.string("operator.transfers.businessRequired").trim().min(1, "operator.transfers.businessRequired"),
  /** The order that it pays; otherwise it is listed as a payment of its own. */
  topUpId: z.string().optional(),
  reason: reasonSchema,
});

export const correctSchema = z.object({
  id: transferId,
  act: z.enum(["unassign", "reverse", "void", "reopen", "closeOwn"]),
  reason: reasonSchema,
});

export const closeSchema = z.object({
  id: transferId,
  act: z.enum(["closeReturned", "closeRefund"]),
  /** The incoming transfer that it returned, or the refund that it paid. */
  other: z.string("operator.transfers.otherRequired").trim().min(1, "operator.transfers.otherRequired"),
  reason: reasonSchema,
});
