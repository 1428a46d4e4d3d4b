"use client";

import type { Route } from "next";
import { usePathname, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";
import { BackLink } from "@/components/ui/text/page";

const key = "vang.desk.list";

/** Keeps where a list is open in this tab, with its filter and page, for the way back from its rows. */
export function RememberList() {
  const path = usePathname();
  const query = useSearchParams().toString();
  useEffect(() => {
    try {
      sessionStorage.setItem(key, query ? `${path}?${query}` : path);
    } catch {
      // A browser without storage: the way back leads to the whole list.
    }
  }, [path, query]);
  return null;
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

const never = () => () => undefined;

/** Leads back to the list as it was left, or to Today for someone who came from there. */
export function WayBack({ href, label }: { href: Route; label: string }) {
  const t = useTranslations("operator.nav");
  const kept = useSyncExternalStore(never, readKept, () => null);
  if (kept?.split("?")[0] === href) return <BackLink href={kept as Route}>{label}</BackLink>;
  if (kept?.split("?")[0] === "/operator") return <BackLink href={kept as Route}>{t("today")}</BackLink>;
  return <BackLink href={href}>{label}</BackLink>;
}
