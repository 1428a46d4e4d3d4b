import "server-only";
import { requireRight } from "@/lib/access/principals/authorize";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { can, type Role } from "@/lib/access/principals/roles";
import { secondFactorOf } from "@/lib/access/sessions/second-factor";
import { sql } from "@/lib/platform/db";

export type MemberRow = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: Date;
  /** The two below are null for roles that do not manage members. */
  lastSeenAt: Date | null;
  hasSecondFactor: boolean | null;
};

const selectMembers = `
  SELECT u.id AS "userId", u.name, u.email, m.role, m.created_at AS "joinedAt",
    (SELECT max(last_seen_at) FROM sessions WHERE user_id = u.id) AS "lastSeenAt",
    ${secondFactorOf("u.id")} AS "hasSecondFactor"
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.business_id = $1 ORDER BY m.role, m.created_at, u.id`;

/** The members of the business: owners first, then by role, and by when they joined. */
export async function listMembers(by: Member | Caller): Promise<MemberRow[]> {
  requireRight(by, "members:read", "members:read");
  const rows = await sql<MemberRow>("list-members", selectMembers, [by.businessId]);
  // The scope is given by those who manage members.
  if (!("role" in by) || can(by.role, "members:write")) return rows;
  return rows.map((row) => ({ ...row, lastSeenAt: null, hasSecondFactor: null }));
}
