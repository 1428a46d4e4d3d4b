import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "./link";

type PageProps = {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  back?: ReactNode;
  children: ReactNode;
};

/** The frame of every console page: title, description, one main action, then the content. */
export function Page({ title, lead, action, back, children }: PageProps) {
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-text min-w-0 gap-1">
          {back && <p className="text-muted text-sm">{back}</p>}
          <h1 className="font-semibold text-2xl wrap-anywhere">{title}</h1>
          {lead && <p className="text-muted text-pretty">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

/** Leads from a page to the list that it is of. */
export function BackLink({ href, children }: { href: Route; children: string }) {
  return (
    <Link href={href} className="inline-flex items-center gap-1.5 hover:text-ink pointer-coarse:min-h-11">
      <ArrowLeft aria-hidden className="size-3.5" />
      {children}
    </Link>
  );
}
