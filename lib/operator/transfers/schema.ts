import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { urlParameter } from "@/lib/platform/url-parameter";
import { seenSchema } from "../schema";

export const transferStates = ["unmatched", "credited", "reversed", "reversal", "refund", "own", "void"] as const;
export type TransferState = (typeof transferStates)[number];

const day = urlParameter(z.iso.date());

/** The filters of the list of bank transfers; anything else is ignored. Days are in Vietnam time. */
export const transferFilterSchema = z.object({
  /** An ID, or whole words of memo, payer and reference. */
  q: urlParameter(
    z
      .string()
      .transform((text) => text.normalize("NFC").trim())
      .pipe(z.string().min(1).max(200)),
  ),
  state: urlParameter(z.enum(transferStates)),
  direction: urlParameter(z.enum(["in", "out"])),
  /** One of our own. */
  account: urlParameter(z.string().regex(/^[0-9A-Z]{1,19}$/)),
  /** Whole đồng. */
  amount: urlParameter(z.string().transform((typed) => parseVnd(typed)?.toString())),
  from: day,
  to: day,
});
export type TransferFilter = z.infer<typeof transferFilterSchema>;
export const transferAddressSchema = transferFilterSchema.extend({ cursor: urlParameter(z.string()) });

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
  seen: seenSchema,
  business: z.string("operator.transfers.businessRequired").trim().min(1, "operator.transfers.businessRequired"),
  /** The order that it pays; otherwise it is listed as a payment of its own. */
  topUpId: z.string().optional(),
  reason: reasonSchema,
});

export const correctSchema = z.object({
  id: transferId,
  seen: seenSchema,
  act: z.enum(["unassign", "reverse", "void", "reopen", "closeOwn"]),
  reason: reasonSchema,
});

export const closeSchema = z.object({
  id: transferId,
  seen: seenSchema,
  act: z.enum(["closeReturned", "closeRefund"]),
  /** The incoming transfer that it returned, or the refund that it paid, with its state. */
  other: z
    .string("operator.transfers.otherRequired")
    .regex(/^\S+ \S+$/, "operator.transfers.otherRequired")
    .transform((text) => {
      const [id = "", seen = ""] = text.split(" ");
      return { id, seen };
    }),
  reason: reasonSchema,
});
