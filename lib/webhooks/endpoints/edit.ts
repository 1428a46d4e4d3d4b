import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { lockAs } from "@/lib/access/businesses/lock";
import { balanceEvents, expandTypes } from "@/lib/access/events/schema";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import { requireRecentProof } from "@/lib/access/principals/fresh";
import type { Member } from "@/lib/access/principals/member";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { endPause } from "@/lib/webhooks/deliver/recover";
import { mailUrlChange } from "./announce";
import { checkWebhooks, contentEvents, isBalanceHidden, requireBalanceScope, requireContentScopes } from "./authorize";
import {
  auditView,
  describeEndpoint,
  type Endpoint,
  type EndpointRow,
  endpointColumns,
  lockEndpoint,
  requireVersion,
} from "./endpoint";
import { pauseIn, resumeIn } from "./lifecycle";
import type { EndpointChange, EndpointUpdate } from "./schema";
import { changesOf, requireOwnKeys } from "./settings";

/**
 * A member needs a recent proof of identity for another URL, where the stored header value is sent, for another header,
 * whose stored value is erased, and for content that was not sent before; an API request for another server repeats the
 * value. Throws INVALID_REQUEST for a header without a value or a URL that cannot receive, and SCOPE_MISSING if a key
 * sends to another URL what it may not read.
 */
export async function editEndpoint(by: Member | Caller, id: string, input: EndpointChange): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:write");
  return db.$transaction((tx) => editIn(tx, by, id, input));
}

async function editIn(tx: Transaction, by: Member | Caller, id: string, input: EndpointChange): Promise<Endpoint> {
  const data = changesOf(id, input);
  if ("role" in by) await lockAs(tx, by, "webhooks:write");
  const before = await lockEndpoint(tx, by, id);
  if (before.isCallbacks) throw new AppError("CONFLICT", { message: "webhooks.callbacksFixed" });
  const formerTypes = expandTypes(before.eventTypes);
  const newTypes = expandTypes(input.events ?? []).filter((type) => !formerTypes.includes(type));
  requireBalanceScope(by, newTypes);
  await requireOwnKeys(by.businessId, input.keys, tx);
  const { security } = input;
  const needsValue = security !== undefined && security.type !== "none" && security.value === undefined;
  const isMissing = needsValue && before.encryptedHeaderValue === null;
  if (isMissing || (!("role" in by) && sendsValueElsewhere(before, input)))
    throw new AppError("INVALID_REQUEST", { param: "security.value", message: "webhooks.headerValueMissing" });
  const after = await tx.webhookEndpoint.update({ where: { id }, data, select: endpointColumns });
  const isContentNew = after.hasContent && !before.hasContent;
  const isElsewhere = after.url !== before.url;
  const isSecurityNew = securityColumns.some((column) => after[column] !== before[column]);
  if ("role" in by && (isElsewhere || isSecurityNew || isContentNew)) requireRecentProof(by);
  if (after.hasContent && !("role" in by)) {
    let types: string[] = newTypes;
    if (isElsewhere || isContentNew) {
      // What it received can be sent again, also once it receives no more of it.
      const where = { endpointId: id, isTest: false, eventType: { in: [...contentEvents] } };
      const sent = await tx.webhookDelivery.groupBy({ by: ["eventType"], where });
      types = [...expandTypes(after.eventTypes), ...sent.map(({ eventType }) => eventType)];
    }
    requireContentScopes(by, types);
  }
  if (isElsewhere) {
    if (isBalanceHidden(by)) {
      // Events with the balance can be on their way also to an endpoint that receives no more of them.
      const where = { endpointId: id, state: "waiting", isTest: false, eventType: { in: [...balanceEvents] } };
      const waiting = await tx.webhookDelivery.findFirst({ where, select: { eventType: true } });
      requireBalanceScope(by, [...formerTypes, ...(waiting ? [waiting.eventType] : [])]);
    }
    await mailUrlChange(tx, by, after);
    await endPause(sqlOf(tx), id);
  }
  const differs = differenceOf(before, after, input.security?.value !== undefined);
  if (differs) await recordAudit(tx, actorOf(by), { action: "webhook.edited", subject: id, ...differs });
  return describeEndpoint(after);
}

const securityColumns = ["securityType", "headerName", "encryptedHeaderValue"] as const;

/** Whether the stored header value would be sent to another server, which can be that of someone who only has the key. */
const sendsValueElsewhere = (
  before: { url: string; encryptedHeaderValue: string | null },
  { url, security }: EndpointChange,
): boolean =>
  before.encryptedHeaderValue !== null &&
  url !== undefined &&
  new URL(url).origin !== new URL(before.url).origin &&
  security?.type !== "none" &&
  security?.value === undefined;

type View = Partial<ReturnType<typeof auditView>>;

/** The fields that differ. Of a new header value, and of a URL's query, only that they are new. */
function differenceOf(row: EndpointRow, edited: EndpointRow, isNewValue: boolean) {
  const [before, after] = [auditView(row), auditView(edited)];
  const fields = (Object.keys(after) as (keyof View)[]).filter(
    (field) => `${before[field]}` !== `${after[field]}` || (field === "endpointUrl" && row.url !== edited.url),
  );
  if (fields.length === 0 && !isNewValue) return null;
  const only = (view: View) => Object.fromEntries(fields.map((field) => [field, view[field] ?? null]));
  return { before: only(before), after: { ...only(after), ...(isNewValue && { headerValueChanged: true }) } };
}

/** All or nothing. `paused` false also enables it. Throws PRECONDITION_FAILED unless `ifMatch` names its settings. */
export async function updateEndpoint(
  caller: Caller,
  id: string,
  { paused, ...change }: EndpointUpdate,
  ifMatch?: string,
): Promise<Endpoint> {
  checkWebhooks(caller, "webhooks:write");
  return db.$transaction(async (tx) => {
    requireVersion(describeEndpoint(await lockEndpoint(tx, caller, id)), ifMatch);
    const edited = await editIn(tx, caller, id, change);
    if (paused === undefined) return edited;
    return paused ? pauseIn(tx, caller, id) : resumeIn(tx, caller, id);
  });
}
