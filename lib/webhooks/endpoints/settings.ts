import "server-only";
import { encrypt } from "@/lib/encryption";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { EventType } from "@/lib/events/schema";
import type { EndpointChange, NewEndpoint } from "./schema";
import { headerValueContext } from "./secret";
import { readEndpointUrl } from "./url";

/** A new endpoint's settings as columns. Throws INVALID_REQUEST for a URL that cannot receive events. */
export const settingsOf = (
  id: string,
  { url, events, security, description, ratePerSecond, ordered }: NewEndpoint,
) => ({
  url: requireUrl(url),
  description,
  eventTypes: unique(events),
  ratePerSecond,
  isOrdered: ordered,
  ...securityOf(id, security),
});

/** The same of a change, without the columns that stay. */
export const changesOf = (
  id: string,
  { url, events, security, description, ratePerSecond, ordered }: EndpointChange,
) => ({
  ...(url !== undefined && { url: requireUrl(url) }),
  ...(description !== undefined && { description }),
  ...(events && { eventTypes: unique(events) }),
  ...(ratePerSecond !== undefined && { ratePerSecond }),
  ...(ordered !== undefined && { isOrdered: ordered }),
  ...(security && securityOf(id, security)),
});

const unique = (events: readonly EventType[]) => [...new Set(events)];

function requireUrl(text: string): string {
  const read = readEndpointUrl(text, { isLocal: env.isSingleMachine });
  if (read.fault) throw new AppError("INVALID_REQUEST", { param: "url", message: `webhooks.urlFaults.${read.fault}` });
  return read.url;
}

function securityOf(id: string, { type, name, value }: NewEndpoint["security"]) {
  if (type === "none") return { securityType: type, headerName: null, encryptedHeaderValue: null };
  const kept = value === undefined ? {} : { encryptedHeaderValue: encrypt(value, headerValueContext(id)) };
  return { securityType: type, headerName: name ?? null, ...kept };
}
