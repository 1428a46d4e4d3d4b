import "server-only";
import { clock, days } from "@/lib/clock";
import { Refusal, refusing } from "@/lib/errors";
import type { Member } from "@/lib/principals/member";
import { parseAddresses } from "./addresses";
import { readVnd } from "./amount";
import { endOf, noticeDue } from "./expiry";
import { checkBound, getBounds } from "./limits";
import { editKeySchema, type KeySettings, newKeySchema } from "./schema";
import { containsSecret } from "./secret";

/** What a person may set of a key, as its row keeps it. */
export type Settings = {
  name: string;
  scopes: string[];
  allowedAddresses: string[];
  requestsPerMinute: number | null;
  concurrentCalls: number | null;
  monthlyCapMilli: bigint | null;
  expiresAt: Date | null;
};

/** A key that is to live longer than this is to live for ever. */
const furthestMs = days(3660);

/** A form's words as columns. Throws INVALID_REQUEST for a day that is over, addresses that are none, a secret as name. */
export function settingsOf(input: KeySettings): Settings & { expiryNoticeDays: number | null } {
  refuseSecret(input.name);
  const expiresAt = readLastDay(input.expiresOn);
  return {
    name: input.name,
    scopes: input.scopes,
    allowedAddresses: parseAddresses(input.allowedAddresses),
    requestsPerMinute: input.requestsPerMinute,
    concurrentCalls: input.concurrentCalls,
    monthlyCapMilli: input.monthlyCap === null ? null : readVnd(input.monthlyCap),
    expiresAt,
    // Whoever has just chosen the day need not be told of it.
    expiryNoticeDays: expiresAt && noticeDue(expiresAt, clock.now()),
  };
}

function refuseSecret(name: string): void {
  if (containsSecret(name)) throw new Refusal("INVALID_REQUEST", { param: "name", message: "keys.nameIsSecret" });
}

/** When a key dies whose last day this is. */
function readLastDay(day: string | null): Date | null {
  if (day === null) return null;
  const [now, end] = [clock.now(), endOf(day)];
  if (end <= now) throw wrongDay("keys.expiresOnPast");
  if (+end > +now + furthestMs) throw wrongDay("keys.expiresOnFar");
  return end;
}

const wrongDay = (message: string) => new Refusal("INVALID_REQUEST", { param: "expiresOn", message });

/** The form of a new key with all that this business's keys must be, so that it says at once all that is wrong. */
export async function newKeyFormSchema(member: Member) {
  const bounds = await getBounds(member);
  const { shape } = newKeySchema;
  return newKeySchema.extend({
    name: shape.name.superRefine(refusing(refuseSecret)),
    expiresOn: shape.expiresOn.superRefine(refusing(readLastDay)),
    allowedAddresses: shape.allowedAddresses.superRefine(refusing(parseAddresses)),
    requestsPerMinute: shape.requestsPerMinute.superRefine(refusing(checkBound(bounds, "requestsPerMinute"))),
    concurrentCalls: shape.concurrentCalls.superRefine(refusing(checkBound(bounds, "concurrentCalls"))),
  });
}

/** The same for a key that is there. */
export const editKeyFormSchema = async (member: Member) =>
  (await newKeyFormSchema(member)).extend(editKeySchema.pick({ id: true }).shape);

/** The same as the audit log tells it. */
export const told = (settings: Settings) => ({
  name: settings.name,
  scopes: settings.scopes,
  allowedAddresses: settings.allowedAddresses,
  requestsPerMinute: settings.requestsPerMinute,
  concurrentCalls: settings.concurrentCalls,
  monthlyCapMilli: settings.monthlyCapMilli === null ? null : String(settings.monthlyCapMilli),
  expiresAt: settings.expiresAt?.toISOString() ?? null,
});
