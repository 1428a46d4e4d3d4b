import "server-only";
import { staffChain } from "@/lib/access/audit/platform-acts";
import type { StaffAct } from "@/lib/access/audit/schema";
import { sql } from "@/lib/platform/db";

export type PastAct = {
  at: Date;
  action: StaffAct;
  /** Null for an act in the terminal. */
  actor: string | null;
  reason: string;
};

const acts = `SELECT e.at, e.action, u.name AS actor, coalesce(e.after ->> 'reason', '') AS reason
  FROM audit_events e LEFT JOIN users u ON u.id = e.actor_id
  WHERE e.business_id = '${staffChain}' AND e.after @> ANY ($1::jsonb[])
  ORDER BY e.sequence DESC LIMIT 100`;

const actsOn = `SELECT at, action, CASE details ->> 'via' WHEN 'desk' THEN coalesce(u.name, operator) WHEN 'system' THEN operator END AS actor,
    coalesce(details ->> 'reason', '') AS reason
  FROM platform_audit_events LEFT JOIN users u ON u.email = operator
  WHERE business_id = $1 ORDER BY platform_audit_events.id DESC LIMIT 100`;

/** What the staff did to a business, and for it, the newest first. */
export const listActsOn = (businessId: string): Promise<PastAct[]> => sql<PastAct>("acts-on", actsOn, [businessId]);

/** What the staff did to one thing, the newest first. `names`: what it is called in entries, such as `transferId`. */
export const listActsAbout = (id: string, names: readonly string[]): Promise<PastAct[]> =>
  sql<PastAct>("acts-about", acts, [names.map((name) => JSON.stringify({ [name]: id }))]);
