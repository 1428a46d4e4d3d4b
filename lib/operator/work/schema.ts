import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { urlParameter } from "@/lib/platform/url-parameter";

export const workTabs = ["overview", "dead-letters", "outbox", "webhooks", "bank", "invoices"] as const;
export type WorkTab = (typeof workTabs)[number];

/** The place after which a page begins: an ID, or what the list sorts by. */
const cursor = urlParameter(z.string().regex(/^[\w.:-]{1,120}$/));

const words = urlParameter(
  z
    .string()
    .transform((text) => text.normalize("NFC").trim())
    .pipe(z.string().min(1).max(100)),
);

export const deadLetterAddressSchema = z.object({ q: words, cursor });

export const messageStates = ["dead", "waiting"] as const;
export const messageAddressSchema = z.object({
  kind: words,
  state: urlParameter(z.enum(messageStates)),
  cursor,
});

export const endpointStates = ["failing", "disabled"] as const;
export const endpointAddressSchema = z.object({
  q: words,
  state: urlParameter(z.enum(endpointStates)),
  cursor,
});

export const bankDayAddressSchema = z.object({
  account: words,
  state: urlParameter(z.enum(["differs", "equal"])),
  cursor,
});

export const invoiceAddressSchema = z.object({
  id: urlParameter(z.string().regex(/^ivc_[0-9a-v]{26}$/)),
  cursor,
});

const chosen = {
  ids: z.array(z.string().max(200)).max(500).default([]),
  all: z.literal("1").optional(),
  reason: reasonSchema,
};
const isChosen = ({ ids, all }: { ids: string[]; all?: "1" }) => ids.length > 0 || all === "1";
const missing = { message: "operator.work.chooseSome", path: ["reason"] };

export const replaySchema = z.object(chosen).refine(isChosen, missing);

export const messageActs = ["retry", "drop"] as const;
export type MessageAct = (typeof messageActs)[number];
export const messagesSchema = z
  .object({ ...chosen, act: z.enum(messageActs), kind: z.string().max(60).optional() })
  .refine(isChosen, missing);

export const retryInvoiceSchema = z.object({
  id: z.string().regex(/^ivc_[0-9a-v]{26}$/, "operator.work.invoices.unknown"),
  reason: reasonSchema,
});
