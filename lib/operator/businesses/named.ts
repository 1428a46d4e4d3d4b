import type { BusinessState } from "./schema";

/** What the pages of transfers, claims and refunds select of a business. */
export const namedWithState = {
  select: {
    id: true,
    slug: true,
    name: true,
    archivedAt: true,
    suspendedAt: true,
    _count: { select: { memberships: true } },
  },
} as const;

type Selected = {
  id: string;
  slug: string;
  name: string;
  archivedAt: Date | null;
  suspendedAt: Date | null;
  _count: { memberships: number };
};

export type BusinessWithState = { id: string; slug: string; name: string; state: BusinessState };

/** `erased`: archived, and no one is left who could restore it. */
export function withState({ id, slug, name, archivedAt, suspendedAt, _count }: Selected): BusinessWithState {
  const archived = _count.memberships > 0 ? "archived" : "erased";
  return { id, slug, name, state: archivedAt ? archived : suspendedAt ? "suspended" : "active" };
}
