import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/principals/roles";
import type { NamedBusiness } from "./business-switcher";
import { itemsFor, pagePath } from "./nav-items";

/** A search result: a page and its name. */
export type Entry = { href: Route; label: string; group: string };

/** The pages of this business, the other businesses, and the person's own pages. */
export function useEntries(
  businesses: readonly NamedBusiness[],
  { slug: current, role }: NamedBusiness & { role: Role },
): Entry[] {
  const t = useTranslations("shell");
  const account = useTranslations("account");
  const pages = itemsFor(role).map(({ path, word }) => ({
    href: pagePath(current, path),
    label: t(word),
    group: t("pages"),
  }));
  const others = businesses
    .filter(({ slug }) => slug !== current)
    .map(({ slug, name }) => ({ href: `/console/${slug}` as Route, label: name, group: t("businesses") }));
  const own = [
    { href: "/docs" as Route, label: t("docs") },
    { href: "/account", label: account("profile") },
    { href: "/account/security", label: account("security") },
    { href: "/account/notices", label: account("notices") },
    { href: "/account/activity", label: account("activity") },
    { href: "/console/new" as Route, label: t("newBusiness") },
  ] as const;
  return [...pages, ...others, ...own.map((entry) => ({ ...entry, group: t("you") }))];
}
