"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Tooltip } from "@/components/ui/dialogs/tooltip";
import { Link } from "@/components/ui/text/link";
import { LinkPending } from "./pending-page";

type NavLinkProps = {
  href: Route;
  icon: ReactNode;
  label: string;
  /** Current on its own page only, not on those below it. */
  isExact?: boolean;
  /** A number beside the label, with what it means for screen readers. */
  count?: { shown: string; label: string };
};

/** A link of the sidebar. Where the sidebar is narrow its label stays for screen readers and is shown as a tooltip. */
export function NavLink({ href, icon, label, isExact, count }: NavLinkProps) {
  const path = usePathname();
  const isCurrent = path === href || (!isExact && path.startsWith(`${href}/`));
  return (
    <Tooltip text={label} side="right" className="max-sm:hidden lg:hidden">
      <Link
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className={clsx(
          "relative flex h-9 w-full items-center gap-3 rounded-control px-3 transition-colors pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0",
          isCurrent ? "bg-hover font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        <LinkPending href={href} />
        {icon}
        <span className="in-[.rail]:max-lg:sr-only">{label}</span>
        {count && (
          <span className="ml-auto rounded-full bg-ink px-1.5 font-medium text-ground text-xs in-[.rail]:max-lg:absolute in-[.rail]:max-lg:top-0 in-[.rail]:max-lg:right-0">
            <span aria-hidden>{count.shown}</span>
            <span className="sr-only">{count.label}</span>
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
