/**
 * SQL of queries of a WITH: what repeats results outside their jobs. Events, which webhooks may still deliver and replay,
 * have what the client attached; a receiver's response can have that and the transcript. `results`: their tracking IDs.
 */
export const eraseRepeats = (results: string): string => `
  attached AS (
    UPDATE events SET payload = payload || '{"metadata": null}' WHERE object_id IN (${results}) AND payload ? 'metadata'
  ), responses AS (
    UPDATE webhook_attempts SET response_body = NULL WHERE response_body IS NOT NULL AND delivery_id IN (
      SELECT d.id FROM events e JOIN webhook_deliveries d ON d.event_id = e.id WHERE e.object_id IN (${results}))
  )`;
