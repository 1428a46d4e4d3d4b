"use client";

import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Tooltip } from "@/components/ui/tooltip";

type NavLinkProps = { href: Route; icon: ReactNode; label: string };

/** A line of the rail. Where the rail is narrow its word stays for screen readers and comes back as a tooltip. */
export function NavLink({ href, icon, label }: NavLinkProps) {
  const path = usePathname();
  const isCurrent = path === href || path.startsWith(`${href}/`);
  return (
    <Tooltip text={label} side="right" className="max-sm:hidden lg:hidden">
      <Link
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className={clsx(
          "flex h-9 w-full items-center gap-3 rounded-control px-3 transition-colors pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0",
          isCurrent ? "bg-hover font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        {icon}
        <span className="in-[.rail]:max-lg:sr-only">{label}</span>
      </Link>
    </Tooltip>
  );
}
