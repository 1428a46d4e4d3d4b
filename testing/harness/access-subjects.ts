import type { Permission, Role } from "@/lib/access/principals/roles";
import { type Access, holders } from "@/testing/corpora/access-table";

export const outsiders = ["anonymous", "pending", "ended", "outsider"] as const;
export const roles = ["viewer", "billing", "developer", "admin", "owner"] as const satisfies readonly Role[];
export type Subject = (typeof outsiders)[number] | Role;
// The owner last: some of their actions remove what the others are tested on.
const subjects: readonly Subject[] = [...outsiders, ...roles];

export const isRole = (who: Subject): who is Role => (roles as readonly string[]).includes(who);
export const holds = (who: Subject, permission: Permission) => isRole(who) && holders[permission].includes(who);

export const isMember = (access: Access): access is Permission => access in holders;

export type Verdict = "in" | "signIn" | "notFound" | "forbidden";

/** What the table expects for one subject: accepted, or rejected in which way. */
export function result(access: Access, who: Subject): Verdict {
  // Development pages are open on this machine, where the tests run.
  if (access === "anyone" || access === "development") return "in";
  if (access === "pending") return who === "pending" ? "in" : "signIn";
  if (who === "anonymous" || who === "pending" || who === "ended") return "signIn";
  if (access === "viewer") return "in";
  if (who === "outsider") return "notFound";
  return holds(who, access) ? "in" : "forbidden";
}

type Chosen = { isDeep: boolean; seen?: readonly string[] };

/**
 * Everyone in the deep run. Otherwise one of those with the same verdict: the highest role that is rejected, the lowest
 * that is accepted, and the owner where that role is not shown everything of `seen`.
 */
export function subjectsOf(access: Access, { isDeep, seen = [] }: Chosen): readonly Subject[] {
  if (isDeep) return subjects;
  const having = (verdict: Verdict) => subjects.filter((who) => result(access, who) === verdict);
  const [lowest] = having("in");
  const isAllShown = seen.every((what) => what === "person" || (lowest && holds(lowest, what as Permission)));
  const chosen = [having("signIn")[0], having("notFound")[0], having("forbidden").at(-1), lowest];
  if (!isAllShown) chosen.push("owner");
  return subjects.filter((who) => chosen.includes(who));
}
