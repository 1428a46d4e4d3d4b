"use client";

// biome-ignore lint/style/noRestrictedImports: it is about links that our own component made
import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Skeleton } from "@/components/ui/feedback/skeleton";

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

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The bodies of pages by their path in a business; all others are lists. */
const bodies: Record<string, () => ReactNode> = {
  "": Cards,
  billing: Cards,
  usage: Cards,
  playground: Panes,
  settings: Forms,
};

/** Those of the operator's desk. */
const deskBodies: typeof bodies = { "": Today, engines: Forms, work: Cards, setup: Forms };

function bodyOf(path: string): () => ReactNode {
  const [, area, second = "", third = ""] = path.split("/");
  if (area !== "operator") return bodies[third] ?? Rows;
  if (third && third !== "new" && second !== "work") return Facts;
  return deskBodies[second] ?? Rows;
}

/** A page in the shape of the one at `path`, until its content arrives. */
function PageSkeleton({ path }: { path: string }) {
  const Body = bodyOf(path);
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <div className="grid gap-2">
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-5 w-80 max-w-full" />
      </div>
      <Body />
    </div>
  );
}

function Rows() {
  return (
    <div className="rounded-card border border-line bg-raised px-4">
      {many(12).map((row) => (
        <div key={row} className="flex h-11 items-center gap-4 border-line not-last:border-b">
          <Skeleton className="size-3" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}

function Cards() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {many(4).map((card) => (
          <div key={card} className="grid gap-2 rounded-card border border-line bg-raised p-4">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-9 w-28" />
          </div>
        ))}
      </div>
      <div className="rounded-card border border-line bg-raised p-4">
        <Skeleton className="h-48 w-full" />
      </div>
    </>
  );
}

function Today() {
  return (
    <>
      <Skeleton className="h-9 w-full max-w-form" />
      <Rows />
    </>
  );
}

/** Facts on the left, acts and what was done on the right. */
function Facts() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <div className="rounded-card border border-line bg-raised px-4 lg:row-span-2">
        {many(9).map((fact) => (
          <div key={fact} className="flex h-11 items-center gap-8 border-line not-last:border-b">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-48 max-w-full" />
          </div>
        ))}
      </div>
      {many(2).map((card) => (
        <div key={card} className="grid gap-3 rounded-card border border-line bg-raised p-4 lg:col-start-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-9 w-40" />
        </div>
      ))}
    </div>
  );
}

function Panes() {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid gap-3 rounded-card border border-line bg-raised p-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-9 w-40" />
      </div>
      <div className="grid gap-3 rounded-card border border-line bg-raised p-4">
        {many(8).map((row) => (
          <Skeleton key={row} className="h-7 w-full" />
        ))}
      </div>
    </div>
  );
}

function Forms() {
  return many(3).map((card) => (
    <div key={card} className="grid gap-3 rounded-card border border-line bg-raised p-4">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-full max-w-form" />
      <Skeleton className="h-9 w-24" />
    </div>
  ));
}
