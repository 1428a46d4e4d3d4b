import { z } from "zod";
import { clock, days } from "@/lib/platform/clock";
import { vndSchema } from "@/lib/platform/i18n/vnd-schema";

/** A minute on Vietnam's clock, as the browser's date field sends it. */
const minuteSchema = z
  .string("claims.timeInvalid")
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, "claims.timeInvalid")
  .transform((minute) => new Date(`${minute}${minute.length === 16 ? ":00" : ""}+07:00`))
  .refine((time) => !Number.isNaN(time.getTime()), "claims.timeInvalid")
  .refine((time) => time.getTime() <= clock.now().getTime() + days(1), "claims.timeInFuture")
  .refine((time) => time.getTime() >= clock.now().getTime() - days(366), "claims.timeTooOld");

const textSchema = (longest: number) =>
  z
    .string()
    .default("")
    .transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
    .pipe(
      z
        .string()
        .max(longest, "claims.tooLong")
        .regex(/^[^\p{Cc}\p{Cf}\p{Cs}]*$/u, "auth.nameInvalid"),
    );

export const newClaimSchema = z.object({
  amountVnd: vndSchema("billing.amountInvalid"),
  transferredAt: minuteSchema,
  reference: textSchema(100),
  note: textSchema(500),
});
export type NewClaim = z.output<typeof newClaimSchema>;

export const claimIdSchema = z.object({ id: z.string("claims.unknown").regex(/^clm_[0-9a-v]{26}$/, "claims.unknown") });

export const claimMessageSchema = claimIdSchema.extend({
  text: z
    .string("claims.messageRequired")
    .transform((text) => text.normalize("NFC").trim())
    .pipe(
      z
        .string()
        .min(1, "claims.messageRequired")
        .max(1000, "claims.tooLong")
        .regex(/^[^\p{Cs}\p{Co}]*$/u, "auth.nameInvalid"),
    ),
});

export type ClaimMessage = { id: string; fromStaff: boolean; text: string; createdAt: Date };

export const claimStatuses = ["open", "approved", "rejected", "withdrawn"] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

export type ClaimRow = {
  id: string;
  amountVnd: bigint;
  transferredAt: Date;
  reference: string;
  note: string;
  status: ClaimStatus;
  /** The operator's reason. */
  decision: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  messages: ClaimMessage[];
};
