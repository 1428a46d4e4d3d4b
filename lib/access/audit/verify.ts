import "server-only";
import type pg from "pg";
import { withOwnConnection } from "@/lib/platform/db";
import { type Head, readAnchors } from "./anchor";
import { type Break, ChainWalk, type StoredLink } from "./walk";

export type ChainResult = { links: number; chains: number; breaks: Break[] };

const batchSize = 5000;

const listHeads = `SELECT business_id AS "businessId", sequence::text, digest FROM audit_heads`;

// Ordered by the column, not by the text read from it: 10 comes after 9.
const listLinks = `
  DECLARE links NO SCROLL CURSOR FOR
  SELECT e.business_id AS "businessId", e.sequence::text, at, e.actor_id AS "actorId", action, subject, before, after,
    e.ip, e.user_agent AS "userAgent", format, commitment, previous, digest, CASE WHEN d.salt IS NOT NULL THEN
    jsonb_build_object('salt', d.salt, 'ip', d.ip, 'userAgent', d.user_agent, 'said', d.said) END AS details
  FROM audit_events e LEFT JOIN audit_details d USING (business_id, sequence)
  ORDER BY e.business_id, e.sequence`;

/**
 * Recomputes every chain and compares it with its head and with the heads stored outside the database. No breaks means
 * that nothing was edited, removed, inserted, moved or cut off. Details are compared with their commitments; they can
 * be missing, because they are deleted when they expire or with a person.
 */
export async function verifyAudit(): Promise<ChainResult> {
  const anchors = await readAnchors();
  return withOwnConnection(async (client) => {
    // One snapshot for chains and heads, whatever is written meanwhile.
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const heads = await client.query<Head>(listHeads);
    const { links, chains, breaks } = await walk(client, new ChainWalk(heads.rows, anchors.heads));
    const files = anchors.broken.map((where) => ({ where, sequence: null, problem: "file" as const }));
    return { links, chains, breaks: [...breaks, ...files] };
  });
}

async function walk(client: pg.ClientBase, chains: ChainWalk): Promise<ChainWalk> {
  await client.query(listLinks);
  const fetch = () => client.query<StoredLink>(`FETCH ${batchSize} FROM links`);
  // The database reads the next batch while this one is verified.
  for (let coming = fetch(); ; ) {
    const { rows } = await coming;
    const isLast = rows.length < batchSize;
    if (!isLast) coming = fetch();
    for (const link of rows) chains.step(link);
    if (isLast) break;
  }
  chains.end();
  return chains;
}
