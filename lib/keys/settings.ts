import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { clock, days } from "@/lib/platform/clock";
import { AppError, asIssue } from "@/lib/platform/errors";
import { parseVnd } from "@/lib/platform/i18n/vnd";
import { parseKeyterms } from "@/lib/speech/transcripts/schema";
import { parseAddresses } from "./addresses";
import { endOf, lastDayOf, noticeDue } from "./expiry";
import { checkBound, getBounds } from "./limits";
import { editKeySchema, type KeySettings, modeSchema, newKeySchema, ownerSchema } from "./schema";
import { containsSecret } from "./secret";

/** The settings of a key that a person can change, as stored in its row. */
export type Settings = {
  name: string;
  scopes: string[];
  allowedAddresses: string[];
  keyterms: string[];
  keepsNothing: boolean;
  requestsPerMinute: number | null;
  concurrentCalls: number | null;
  monthlyCapMilli: bigint | null;
  expiresAt: Date | null;
};

/** The columns of `Settings`. */
export const settable = {
  name: true,
  scopes: true,
  allowedAddresses: true,
  keyterms: true,
  keepsNothing: true,
  requestsPerMinute: true,
  concurrentCalls: true,
  monthlyCapMilli: true,
  expiresAt: true,
} as const;

/** A key with a longer lifetime than this should have no expiration date. */
const furthestMs = days(3660);

/** A form's fields as columns. Throws INVALID_REQUEST for a past day, invalid addresses, or a secret as the name. */
export function settingsOf(input: KeySettings): Settings {
  rejectSecret(input.name);
  return {
    name: input.name,
    scopes: input.scopes,
    allowedAddresses: parseAddresses(input.allowedAddresses),
    keyterms: parseKeyterms(input.keyterms),
    keepsNothing: input.keepsNothing,
    requestsPerMinute: input.requestsPerMinute,
    concurrentCalls: input.concurrentCalls,
    monthlyCapMilli: input.monthlyCap === null ? null : BigInt(parseVnd(input.monthlyCap) ?? 0) * 1000n,
    expiresAt: readLastDay(input.expiresOn),
  };
}

/** The notice of its end that is not sent: the one who has just chosen the day needs none of it. */
export const noticeGiven = ({ expiresAt }: Settings): number | null => expiresAt && noticeDue(expiresAt, clock.now());

export function rejectSecret(name: string): void {
  if (containsSecret(name)) throw new AppError("INVALID_REQUEST", { param: "name", message: "keys.nameIsSecret" });
}

/** When a key expires whose last day this is. */
function readLastDay(day: string | null): Date | null {
  if (day === null) return null;
  const end = endOf(day);
  requireNearEnd(end, "expiresOn");
  return end;
}

/** Throws INVALID_REQUEST for an end that is past or too far away. */
export function requireNearEnd(end: Date, param: "expiresOn" | "expiresAt"): void {
  const now = clock.now();
  if (end <= now) throw new AppError("INVALID_REQUEST", { param, message: `keys.${param}Past` });
  if (+end > +now + furthestMs) throw new AppError("INVALID_REQUEST", { param, message: "keys.expiresOnFar" });
}

/** The schema of a key's settings with the limits of this business, so that all errors are reported at once. */
async function settingsFormSchema(member: Member) {
  const bounds = await getBounds(member);
  const { shape } = newKeySchema;
  return newKeySchema.extend({
    name: shape.name.superRefine(asIssue(rejectSecret)),
    expiresOn: shape.expiresOn.superRefine(asIssue(readLastDay)),
    allowedAddresses: shape.allowedAddresses.superRefine(asIssue(parseAddresses)),
    keyterms: shape.keyterms.superRefine(asIssue(parseKeyterms)),
    requestsPerMinute: shape.requestsPerMinute.superRefine(asIssue(checkBound(bounds, "requestsPerMinute"))),
    concurrentCalls: shape.concurrentCalls.superRefine(asIssue(checkBound(bounds, "concurrentCalls"))),
  });
}

export const newKeyFormSchema = async (member: Member) =>
  (await settingsFormSchema(member)).extend({ mode: modeSchema, serviceAccountId: ownerSchema });

export const editKeyFormSchema = async (member: Member) =>
  (await settingsFormSchema(member)).extend(editKeySchema.pick({ id: true }).shape);

/** The settings as the fields of their form. */
export const formOf = (key: Settings) => ({
  name: key.name,
  scopes: key.scopes,
  expiresOn: key.expiresAt ? lastDayOf(key.expiresAt) : "",
  allowedAddresses: key.allowedAddresses.join("\n"),
  keyterms: key.keyterms.join("\n"),
  keepsNothing: key.keepsNothing,
  requestsPerMinute: String(key.requestsPerMinute ?? ""),
  concurrentCalls: String(key.concurrentCalls ?? ""),
  monthlyCap: key.monthlyCapMilli === null ? "" : String(key.monthlyCapMilli / 1000n),
});

/** The settings as the audit log records them. */
export const auditView = (settings: Settings) => ({
  name: settings.name,
  scopes: settings.scopes,
  allowedAddresses: settings.allowedAddresses,
  keyterms: settings.keyterms,
  keepsNothing: settings.keepsNothing,
  requestsPerMinute: settings.requestsPerMinute,
  concurrentCalls: settings.concurrentCalls,
  monthlyCapMilli: settings.monthlyCapMilli === null ? null : String(settings.monthlyCapMilli),
  expiresAt: settings.expiresAt?.toISOString() ?? null,
});
