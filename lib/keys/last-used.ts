import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** One use of a secret, under its own row, so that a rotation shows which of the two is still used. */
export type KeyUse = { secretId: string; ip: string | null; service: "tts" | "stt" | null };

type Unsaved = KeyUse & { usedAt: Date };

/** How many last uses are lost at most if the process dies. */
const pauseMs = seconds(2);

const unsaved = new Map<string, Unsaved>();
let timer: NodeJS.Timeout | undefined;

/** Records a use in memory, so that no request waits for it: only the last one of every two seconds is written. */
export function recordKeyUse(use: KeyUse): void {
  const service = use.service ?? unsaved.get(use.secretId)?.service ?? null;
  unsaved.set(use.secretId, { ...use, service, usedAt: clock.now() });
  timer ??= setTimeout(() => {
    flushKeyUses().catch((error: Error) =>
      log.warn({ reason: error.message }, "the last uses of keys were not written"),
    );
  }, pauseMs).unref();
}

// Rows are locked in one order, because two processes can write the same keys.
const touch = `
  WITH uses AS (
    SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[]) AS uses (id, used_at, ip, service)
  ), locked AS (
    SELECT id FROM api_keys WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE api_keys k SET last_used_at = uses.used_at, last_used_ip = uses.ip,
    last_used_service = coalesce(uses.service::"Service", k.last_used_service)
  FROM uses JOIN locked USING (id)
  WHERE k.id = uses.id AND (k.last_used_at IS NULL OR k.last_used_at <= uses.used_at)`;

let writing: Promise<unknown> = Promise.resolve();

/**
 * Writes what was recorded, and resolves once that is written and what others had begun to write; also called before the
 * process ends.
 */
export async function flushKeyUses(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const uses = [...unsaved.values()];
  unsaved.clear();
  const columns = [
    uses.map(({ secretId }) => secretId),
    uses.map(({ usedAt }) => usedAt),
    uses.map(({ ip }) => ip),
    uses.map(({ service }) => service),
  ];
  const written = uses.length > 0 ? sql("note-key-uses", touch, columns) : undefined;
  writing = Promise.allSettled([writing, written]);
  await writing;
  await written;
}
