"use client";

// biome-ignore lint/style/noRestrictedImports: it is about links that our own component made
import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { PageSkeleton } from "./page-skeleton";

/** A page that comes sooner replaces the old one directly. */
const delayMs = 150;

/** The path of the page that a followed link loads; one for the whole window. */
let coming: string | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const set = (path: string | null) => {
  coming = path;
  for (const listener of listeners) listener();
};

/** Inside a link: shows the skeleton of its page while that is loaded. */
export function LinkPending({ href }: { href: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => {
    if (!pending) return;
    const late = setTimeout(() => set(href), delayMs);
    return () => {
      clearTimeout(late);
      set(null);
    };
  }, [pending, href]);
  return null;
}

/** The frame's content: the page, or the skeleton of the one that is coming. */
export function PendingPage({ children }: { children: ReactNode }) {
  const t = useTranslations("ui");
  const path = useSyncExternalStore(
    subscribe,
    () => coming,
    () => null,
  );
  return (
    <>
      {path !== null && <PageSkeleton path={path} />}
      <p role="status" className="sr-only">
        {path !== null && t("loading")}
      </p>
      <div hidden={path !== null}>{children}</div>
    </>
  );
}
