import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import { Link } from "./link";

/** Leads from a page to the list that it is of. */
export function BackLink({ href, children }: { href: Route; children: string }) {
  return (
    <Link href={href} className="inline-flex items-center gap-1.5 hover:text-ink pointer-coarse:min-h-11">
      <ArrowLeft aria-hidden className="size-3.5" />
      {children}
    </Link>
  );
}
