import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/text/link";

type JobLinkProps = { href: Route; trackingId: string; isOpen: boolean; title?: string; children: ReactNode };

/** The whole row links to the job. HistoryKeys moves between these links and finds one again by its trackingId. */
export function JobLink({ href, trackingId, isOpen, title, children }: JobLinkProps) {
  return (
    <Link
      href={href}
      scroll={false}
      data-job={trackingId}
      title={title}
      aria-current={isOpen ? "true" : undefined}
      className="min-w-0 flex-1 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
    >
      {children}
    </Link>
  );
}
