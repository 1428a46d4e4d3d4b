import type { Route } from "next";
import { useTranslations } from "next-intl";
import { can, type Permission, type Role } from "@/lib/access/principals/roles";
import { locales } from "@/lib/platform/i18n/locale";
import { themes } from "@/lib/platform/i18n/theme";
import type { NamedBusiness } from "./business-switcher";
import { itemsFor, pagePath } from "./nav-items";

/** What an entry of the palette does besides opening a page. */
export type Act = { name: "theme" | "locale"; value: string } | { name: "signOut" };

/** An entry of the palette: a page or an action, with its name and other words for it. */
export type Entry = { key?: string; label: string; group: string; words?: string } & (
  | { href: Route; act?: undefined }
  | { act: Act; href?: undefined }
);

/** Actions that have a page, and what they need. */
const tasks: readonly { word: string; path: string; needs?: Permission }[] = [
  { word: "createKey", path: "keys#new", needs: "keys:write" },
  { word: "diagnose", path: "keys/diagnostics", needs: "keys:read" },
  { word: "topUp", path: "billing", needs: "billing:write" },
  { word: "refund", path: "billing/refunds", needs: "business:archive" },
  { word: "addWebhook", path: "webhooks/new", needs: "webhooks:write" },
  { word: "invite", path: "members", needs: "members:write" },
  { word: "transcribe", path: "playground/transcribe", needs: "speech:use" },
  { word: "failures", path: "history?status=errors" },
];

/** Everything the palette knows without asking the server: pages, actions, businesses, docs and settings. */
export function useEntries(
  businesses: readonly NamedBusiness[],
  { slug: current, role }: NamedBusiness & { role: Role },
): Entry[] {
  const t = useTranslations("shell");
  const account = useTranslations("account");
  const pages = itemsFor(role).map(({ path, word }) => ({ href: pagePath(current, path), label: t(word), word }));
  const acts = tasks.filter(({ needs }) => !needs || can(role, needs));
  const docs = ["start", "reference", "webhooks", "errors", "roles"] as const;
  const own = [
    { href: "/account", label: account("profile") },
    { href: "/account/security", label: account("security") },
    { href: "/account/notices", label: account("notices") },
    { href: "/account/sign-in-log", label: account("signInLog") },
    { href: "/console/new" as Route, label: t("newBusiness") },
  ] as const;
  return [
    ...pages.map(({ href, label, word }) => ({
      key: href,
      href,
      label,
      group: t("pages"),
      words: t.has(`words.${word}`) ? t(`words.${word}`) : undefined,
    })),
    ...acts.map(({ word, path }) => ({
      key: word,
      href: pagePath(current, path),
      label: t(`tasks.${word}`),
      group: t("actions"),
      words: t(`words.${word}`),
    })),
    ...businesses
      .filter(({ slug }) => slug !== current)
      .map(({ slug, name }) => ({
        key: `business ${slug}`,
        href: `/console/${slug}` as Route,
        label: name,
        group: t("businesses"),
      })),
    ...docs.map((page) => ({
      key: `docs ${page}`,
      label: t(`docsPages.${page}`),
      group: t("docs"),
      words: "docs api",
      href: (page === "start" ? "/docs" : `/docs/${page}`) as Route,
    })),
    ...own.map((entry) => ({ ...entry, key: entry.href, group: t("you") })),
    ...themes.map((value) => ({
      key: `theme ${value}`,
      act: { name: "theme" as const, value },
      group: t("actions"),
      label: `${t("theme")}: ${t(`themes.${value}`)}`,
      words: t(`words.${value}`),
    })),
    ...locales.map((value) => ({
      key: `locale ${value}`,
      act: { name: "locale" as const, value },
      group: t("actions"),
      label: `${t("language")}: ${t(`languages.${value}`)}`,
      words: t("words.language"),
    })),
    { key: "signOut", act: { name: "signOut" }, label: t("signOut"), group: t("actions"), words: t("words.signOut") },
  ];
}
