import "server-only";
import { db, type Transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { readPublicUrl } from "@/lib/platform/net/public-url";
import type { EndpointChange, NewEndpoint } from "./schema";
import { headerValueContext } from "./secrets";

/** A new endpoint's settings as columns. Throws INVALID_REQUEST for a URL that cannot receive events. */
export const settingsOf = (
  id: string,
  { url, events, keys, security, description, ratePerSecond, ordered, content }: NewEndpoint,
) => ({
  url: requireUrl(url),
  description,
  eventTypes: unique(events),
  keyIds: unique(keys),
  ratePerSecond,
  isOrdered: ordered,
  hasContent: content,
  ...securityOf(id, security),
});

/** A change as columns, without those that stay. Throws as `settingsOf` does. */
export const changesOf = (
  id: string,
  { url, events, keys, security, description, ratePerSecond, ordered, content }: EndpointChange,
) => ({
  ...(url !== undefined && { url: requireUrl(url) }),
  ...(description !== undefined && { description }),
  ...(events && { eventTypes: unique(events) }),
  ...(keys && { keyIds: unique(keys) }),
  ...(ratePerSecond !== undefined && { ratePerSecond }),
  ...(ordered !== undefined && { isOrdered: ordered }),
  ...(content !== undefined && { hasContent: content }),
  ...(security && securityOf(id, security)),
});

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** Throws INVALID_REQUEST for a key that is not the business's. */
export async function requireOwnKeys(
  businessId: string,
  keys: readonly string[] = [],
  tx: Transaction | typeof db = db,
): Promise<void> {
  const ids = unique(keys);
  if (ids.length === 0) return;
  const known = await tx.apiKey.count({ where: { id: { in: ids }, businessId } });
  if (known < ids.length) throw new AppError("INVALID_REQUEST", { param: "keys", message: "webhooks.keysInvalid" });
}

function requireUrl(text: string): string {
  const read = readPublicUrl(text, { isLocal: env.isSingleMachine });
  if (read.fault) throw new AppError("INVALID_REQUEST", { param: "url", message: `webhooks.urlFaults.${read.fault}` });
  return read.url;
}

function securityOf(id: string, { type, name, value }: NewEndpoint["security"]) {
  if (type === "none") return { securityType: type, headerName: null, encryptedHeaderValue: null };
  const kept = value === undefined ? {} : { encryptedHeaderValue: encrypt(value, headerValueContext(id)) };
  return { securityType: type, headerName: name ?? null, ...kept };
}
