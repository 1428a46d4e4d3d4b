import type pg from "pg";
import { marksOf } from "@/lib/speech/marks";

/** Of a database with so many jobs, and as many deliveries with an attempt each. */
export type Size = { rows: number; businesses: number; transfers: number };

/** The business with a fifth of all rows, and one of the others, which have about 8,000 each in every size. */
export const [largeBusiness, usualBusiness] = [0, 1];

export const sizeOf = (rows: number): Size => ({
  rows,
  businesses: Math.max(2, Math.round(rows / 10_000)),
  transfers: Math.max(10_000, rows / 100),
});

const padded = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 26, '0')`;
const idOf = (prefix: string) => (number: number) => `${prefix}_${String(number).padStart(26, "0")}`;
export const [businessId, endpointId, keyId, trackingId] = [idOf("biz"), idOf("whk"), idOf("key"), idOf("tts")];

/** How many keys each business has, and how many words its texts are made of: the first ones are frequent. */
const keys = 3;
const words = 500;
export const wordOf = (index: number) => `w${index}`;

/** SQL of the business of a row, $1 being the number of businesses. */
const ofBusiness = "(CASE WHEN n % 5 = 0 THEN 0 ELSE 1 + (n - n / 5 - 1) % ($1::int - 1) END)";

/** Some 2,000 completed jobs of a business, from all of the table. */
export function listCompleted(business: number, rows: number): string[] {
  const { businesses } = sizeOf(rows);
  const count = business === largeBusiness ? rows / 5 : (rows * 0.8) / (businesses - 1);
  const ids = Array.from({ length: 2000 }, (_, index) => {
    const place = Math.floor((index * count) / 2000);
    const other = place * (businesses - 1) + business - 1;
    return business === largeBusiness ? 5 * (place + 1) : other + Math.floor(other / 4) + 1;
  });
  return ids.filter((id) => id <= rows && id % 53 !== 0).map(trackingId);
}

/** The metadata of one job of the business. */
export const orderOf = (business: number, rows: number): string => listCompleted(business, rows)[700]?.slice(4) ?? "";

const voice = (number: string) => `(ARRAY['north-linh', 'north-nam', 'south-ngoc', 'south-truc'])[1 + ${number}]`;

const word = `vocabulary[1 + floor(${words} * power(random() + 0 * n, 3))::int]`;

const tables = {
  businesses: `INSERT INTO businesses (id, slug, name) SELECT ${padded("biz", "n")}, 'business-' || n, 'Công ty ' || n
    FROM generate_series(0, $1::int - 1) n`,
  api_keys: `INSERT INTO api_keys (id, business_id, name, fingerprint, pepper_id, hint, scopes)
    SELECT ${padded("key", "n")}, ${padded("biz", `n / ${keys}`)}, 'Server ' || n, 'fingerprint ' || n, 1, 'abcd', '{tts:execute}'
    FROM generate_series(0, ${keys} * $1::int - 1) n`,
  wallet_accounts: `INSERT INTO wallet_accounts (id, business_id, kind)
    SELECT ${padded("acc", "2 * n + CASE kind WHEN 'held' THEN 1 ELSE 0 END")}, ${padded("biz", "n")}, kind::"AccountKind"
    FROM generate_series(0, $1::int - 1) n, unnest(ARRAY['available', 'held']) kind`,
  webhook_endpoints: `INSERT INTO webhook_endpoints (id, business_id, url, event_types, schema_version, created_by_id, created_at, updated_at)
    SELECT ${padded("whk", "n")}, ${padded("biz", "n")}, 'https://hooks.example.com/' || n, '{*}', 1, 'usr_bench', now(), now()
    FROM generate_series(0, $1::int - 1) n`,
};

// A year of jobs. Content and marks exist for the last 30 days.
const jobs = `INSERT INTO jobs (tracking_id, business_id, key_id, request_id, metadata, service, region, status, result_code, model_id,
    voice_id, language_code, characters, rules_version, amount_milli, audio_object, audio_format, content_object, audio_duration,
    file_size_bytes, processing_time_ms, created_at, expires_at, ingested_at, erased_at, spark, marks)
  SELECT ${padded("tts", "n")}, ${padded("biz", "b")}, ${padded("key", `b * ${keys} + n / 7 % ${keys}`)}, ${padded("req", "n")},
    jsonb_build_object('orderId', lpad(n::text, 26, '0')), 'tts', 'VN', (CASE WHEN is_failed THEN 'failed' ELSE 'completed' END)::"JobStatus", CASE WHEN is_failed THEN 'ENGINE_FAILED' END, 'vang-espeak',
    ${voice("n / 11 % 4")}, 'vi-VN', 100, '1', 5100,
    lpad(n::text, 32, '0') || '.mp3', 'mp3', lpad(n::text, 32, 'a') || '.mp3', 4, 20000, CASE WHEN n % 997 = 0 THEN 2500 ELSE 60 + n % 100 END,
    at, at + interval '30 days', at, CASE WHEN is_old THEN at + interval '30 days' END,
    CASE WHEN NOT is_old THEN repeat('7', 48) END,
    CASE WHEN NOT is_old THEN ARRAY[${Array(8).fill(word).join(", ")}] END
  FROM (SELECT n, ${ofBusiness} AS b, n % 53 = 0 AS is_failed, now() - interval '365 days' * (1 - n / $4::float8) AS at,
      n < $4::bigint * 335 / 365 AS is_old FROM generate_series($2::bigint, $3::bigint) n) AS numbered
  JOIN vocabularies USING (b)`;

const delivered = `SELECT n, ${ofBusiness} AS b, n % 53 = 0 AS is_failed,
  now() - interval '30 days' * (1 - n / $4::float8) AS at FROM generate_series($2::bigint, $3::bigint) n`;

const deliveries = `INSERT INTO webhook_deliveries (id, event_id, endpoint_id, business_id, event_type, object_id, region, state,
    attempts, last_status, last_error, created_at, finished_at)
  SELECT ${padded("dlv", "n")}, ${padded("evt", "n")}, ${padded("whk", "b")}, ${padded("biz", "b")}, 'tts.completed', ${padded("tts", "n")},
    'VN', CASE WHEN is_failed THEN 'failed' ELSE 'succeeded' END, 1, CASE WHEN is_failed THEN 500 ELSE 200 END,
    CASE WHEN is_failed THEN 'status' END, at, at FROM (${delivered}) AS numbered`;

const attempts = `INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, address, url,
    request_headers, status_code, response_headers, response_body, error)
  SELECT ${padded("att", "n")}, ${padded("dlv", "n")}, ${padded("whk", "b")}, 1, at, 84, '{"dnsMs":3,"connectMs":21,"firstByteMs":80}',
    '203.0.113.7', 'https://hooks.example.com/' || b, '{"content-type":"application/json","webhook-timestamp":"1763900000"}',
    CASE WHEN is_failed THEN 500 ELSE 200 END, '{"content-type":"application/json"}', '{"ok":true}', CASE WHEN is_failed THEN 'status' END
  FROM (${delivered}) AS numbered`;

// Charges of 70 days, and every twentieth a payment. All but the large business have 80 each.
const transfers = `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
  SELECT ${padded("trf", "n")}, CASE WHEN is_payment THEN 'acc_bank' ELSE ${padded("acc", "2 * b")} END,
    CASE WHEN is_payment THEN ${padded("acc", "2 * b")} ELSE 'acc_revenue' END, CASE WHEN is_payment THEN 1000000 ELSE 5100 END,
    (CASE WHEN is_payment THEN 'top_up' ELSE 'charge' END)::"TransferKind", 'bench:' || n,
    CASE WHEN NOT is_payment THEN ${padded("tts", "n")} END, now() - interval '70 days' * (1 - n / $2::float8)
  FROM (SELECT n, (CASE WHEN n % ($2::bigint / 80) < $1::int - 1 THEN 1 + n % ($2::bigint / 80) ELSE 0 END) AS b,
      n / ($2::bigint / 80) % 20 = 0 AS is_payment FROM generate_series(0, $2::bigint - 1) n) AS numbered`;

const balances = `UPDATE wallet_accounts a SET balance_milli = moved.milli FROM (
    SELECT moved.id, sum(milli)::bigint AS milli FROM transfers,
      LATERAL (VALUES (debit_account_id, -amount_milli), (credit_account_id, amount_milli)) AS moved (id, milli)
    GROUP BY moved.id) AS moved
  WHERE a.id = moved.id`;

// The large business has rows of each key and voice for every hour of the last $2, the others one for every second.
const usage = `INSERT INTO usage_hourly (business_id, hour, key_id, service, model_id, voice_id, region, result, requests,
    jobs, characters, audio_ms, amount_milli, buckets, counts)
  SELECT ${padded("biz", "b")}, date_trunc('hour', now()) - ($2::int - h) * interval '1 hour', ${padded("key", `b * ${keys} + k`)},
    'tts', 'vang-espeak', ${voice("v")}, 'VN', 'completed', count, count, 100 * count, 4000 * count, 5100 * count,
    '{44,48}', ARRAY[1, count - 1]
  FROM (
    SELECT 0 AS b, h, k, v, 19 AS count FROM generate_series(1, $2::int) h, generate_series(0, ${keys - 1}) k, generate_series(0, 3) v
    UNION ALL SELECT b, h, h / 2 % ${keys}, h / 6 % 4, 2 FROM generate_series(1, $1::int - 1) b, generate_series(2, $2::int, 2) h
  ) AS counted`;

const chunk = 500_000;

/** Fills a migrated database. Indexes are dropped meanwhile and built at the end, which is several times as fast. */
export async function load(client: pg.Client, { rows, businesses, transfers: count }: Size): Promise<void> {
  // Without the checks of foreign keys, which take longer than all the rest.
  await client.query(
    "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'",
  );
  for (const text of Object.values(tables)) await client.query(text, [businesses]);
  await client.query("CREATE TEMP TABLE vocabularies (b int PRIMARY KEY, vocabulary int[])");
  const all = Array.from({ length: words }, (_, index) => wordOf(index)).join(" ");
  for (let b = 0; b < businesses; b++)
    await client.query("INSERT INTO vocabularies VALUES ($1, $2)", [b, marksOf(businessId(b), all)]);
  await client.query("ANALYZE vocabularies");
  for (const [table, text] of Object.entries({ jobs, webhook_deliveries: deliveries, webhook_attempts: attempts })) {
    const indexes = await dropIndexes(client, table);
    for (let from = 1; from <= rows; from += chunk)
      await client.query(text, [businesses, from, Math.min(rows, from + chunk - 1), rows]);
    for (const index of indexes) await client.query(index);
    await client.query(`VACUUM ANALYZE ${table}`);
  }
  await client.query(transfers, [businesses, count]);
  await client.query(balances);
  // A year of them for 8,000 jobs.
  const hours = Math.min(8760, Math.floor((1.1 * 0.8 * rows) / (businesses - 1)));
  await client.query(usage, [businesses, hours]);
  await client.query(
    "VACUUM ANALYZE usage_hourly, transfers, wallet_accounts, api_keys, businesses, webhook_endpoints",
  );
}

async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS text FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ text }) => text);
}

const rest = `
  INSERT INTO events (id, business_id, type, schema_version, object_id, sequence, payload, created_at)
    SELECT event_id, business_id, event_type, 1, object_id, 1, '{}', created_at FROM webhook_deliveries;
  INSERT INTO holds (tracking_id, business_id, amount_milli, status, created_at, expires_at, settled_at)
    SELECT tracking_id, business_id, 5100, 'captured', created_at, created_at, created_at FROM jobs;
  INSERT INTO outbox_messages (id, kind, target, payload, state, due_at, created_at, finished_at)
    SELECT kind || id, kind, endpoint_id, CASE WHEN is_waiting THEN json_build_object('deliveryId', id)::text END,
      CASE WHEN is_waiting THEN 'waiting' ELSE 'delivered' END, created_at, created_at,
      CASE WHEN NOT is_waiting THEN now() - 24.1 * random() * interval '1 hour' END
    FROM (SELECT *, right(id, 1) = '7' AS is_waiting FROM webhook_deliveries) d,
      unnest(ARRAY['email', 'webhooks VN']) kind;
  INSERT INTO stream_messages (topic, key, payload, created_at, available_at)
    SELECT 'speech.finished', tracking_id, '{}', created_at, created_at + interval '1 year' FROM jobs;
  INSERT INTO statements (id, business_id, month, number, opening_milli, closing_milli, lines, totals, beyond_given_milli,
      paid_usage_milli, snapshot, encrypted_parties, hash, closed_at)
    SELECT id, id, to_char(now() - interval '1 month', 'YYYY-MM'), id, 0, 0, 0, '[]', 0, 0, '1:1:', '', '', now()
    FROM businesses WHERE id > '${businessId(usualBusiness)}';
  UPDATE webhook_deliveries SET state = 'waiting', message_id = 'webhooks VN' || id WHERE right(id, 1) = '7';
  VACUUM ANALYZE`;

/** What jobs and deliveries leave in other tables. All businesses but two have closed their month. */
export async function loadRest(client: pg.Client): Promise<void> {
  for (const statement of rest.split(";")) await client.query(statement);
}
