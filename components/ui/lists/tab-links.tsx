import { clsx } from "clsx";
import type { Route } from "next";
import { Link } from "@/components/ui/text/link";

type TabLinksProps = {
  label: string;
  tabs: readonly { href: Route; label: string }[];
  current: string | undefined;
};

export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav aria-label={label} className="flex gap-6 overflow-x-auto">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? "page" : undefined}
          className={clsx(
            "-mb-px flex min-h-11 shrink-0 items-center border-b-2 px-1 font-medium transition-colors",
            tab.href === current
              ? "border-ink text-ink [scroll-initial-target:nearest]"
              : "border-transparent text-muted hover:text-ink",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
