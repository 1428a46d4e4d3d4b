import "server-only";
import { clock, days } from "@/lib/platform/clock";
import type { Selection } from "./schema";

/** How long an event can be sent again. */
const keptMs = days(30);

/** A selection as JSON stores it: its dates are text. */
export type StoredSelection = {
  ids?: string[];
  filter?: { [name: string]: string | undefined };
  missing?: { from?: string; to?: string };
};

/** The deliveries of an endpoint that a selection means; its parameters are $1 to $7. */
export const isSelected = `
  endpoint_id = $1 AND created_at > $2::timestamptz AND created_at < $3::timestamptz
  AND ($4::text[] IS NULL OR id = ANY($4::text[])) AND ($4::text[] IS NOT NULL OR NOT is_test)
  AND ($5::text IS NULL OR state = $5 OR ($5 = 'failed' AND state = 'waiting' AND last_error IS NOT NULL)) AND ($6::text IS NULL OR event_type = $6)
  AND ($7::text IS NULL OR $7 IN (object_id, event_id, id))`;

/** The events that an endpoint would have received had it existed; the parameters are the first three of `isSelected`. */
export const isMissing = `JOIN webhook_endpoints p ON p.id = $1 AND p.business_id = e.business_id
  AND p.event_types && ARRAY['*', split_part(e.type, '.', 1) || '.*', e.type]
  AND (p.key_ids = '{}' OR e.payload ->> 'keyId' IS NULL OR e.payload ->> 'keyId' = ANY(p.key_ids))
  WHERE e.created_at > $2::timestamptz AND e.created_at < $3::timestamptz AND NOT e.is_test
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.event_id = e.id AND d.endpoint_id = p.id)`;

/** An id as it is pasted, without what PostgreSQL rejects. */
export const clean = (text: string) => text.toWellFormed().replace(/[\s\u200b\ufeff\0]/g, "");

/** The parameters of `isSelected`. What was created after `asOf` is not meant. */
export function selectionValues(endpointId: string, selection: Selection | StoredSelection, asOf: Date): unknown[] {
  const { ids, filter, missing } = { ids: undefined, filter: undefined, missing: undefined, ...selection };
  const {
    state = null,
    type = null,
    q = null,
    from,
    to,
  }: { [name: string]: Date | string | undefined | null } = filter ?? missing ?? {};
  const keptSince = new Date(+clock.now() - keptMs);
  const until = new Date(+asOf + 1);
  const since = from ? new Date(+new Date(from) - 1) : keptSince;
  return [
    endpointId,
    since > keptSince ? since : keptSince,
    to && new Date(to) < until ? new Date(to) : until,
    ids ?? null,
    state,
    type,
    q && clean(String(q)),
  ];
}
