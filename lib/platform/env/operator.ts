import { z } from "zod";
import { isLoopback } from "@/lib/platform/net/loopback";
import { parseNetwork } from "@/lib/platform/net/networks";

export function termsOf({ TERMS_URL: url, TERMS_VERSION: version }: { TERMS_URL?: string; TERMS_VERSION?: string }) {
  if (url && version) return { url, version };
  if (url || version) throw new Error("Set TERMS_URL and TERMS_VERSION together, or none of them.");
  return null;
}

/** Who runs this installation, and how they reach people and are reached. */
export const operatorSettings = {
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default("Vang <no-reply@vang.local>"),
  /** Where partners get help from this installation's operator: shown in INTERNAL errors and the documentation. */
  SUPPORT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The support contact's email address; replies to our emails go there too. */
  SUPPORT_EMAIL: z.email().optional(),
  /** Whether visitors who are not signed in get the front page at `/`. */
  VANG_FRONT_PAGE: z.enum(["on", "off"]).default("on"),
  /** Who runs this installation, as its public pages say. */
  VANG_OPERATOR_NAME: z.string().trim().min(1).max(40).default("Vang"),
  /** A file with their logo: SVG, PNG, JPEG or WebP. */
  VANG_OPERATOR_LOGO: z.string().optional(),
  /** The operator's terms of use; with a version, people accept them at sign-up, and again when the version changes. */
  TERMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The version of the terms, such as the day from which they hold. */
  TERMS_VERSION: z.string().trim().min(1).max(40).optional(),
  /** Where notices for the operator's staff go; to SUPPORT_EMAIL unless set. */
  STAFF_EMAIL: z.email().optional(),
  /** What waits for the staff for longer than this is overdue: they are notified of it once. */
  DESK_DUE_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
  /** Where what is overdue is posted as JSON besides. */
  DESK_ALERT_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.startsWith("https:") || isLoopback(new URL(url).hostname))
    .optional(),
  /** Where webhook requests come from, as the documentation states it: addresses and networks. */
  WEBHOOK_SOURCE_ADDRESSES: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
    .refine((parts) => parts.every(parseNetwork)),
};
