import { clsx } from "clsx";
import { Check, ChevronDown } from "lucide-react";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Menu } from "@/components/ui/dialogs/menu";
import { menuItemClass } from "@/components/ui/dialogs/menu-item-class";
import { Link } from "@/components/ui/text/link";

const chipClass = (isOn: boolean) =>
  clsx(
    "inline-flex h-8 max-w-56 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap transition-colors pointer-coarse:h-11 [&_svg]:size-3.5 [&_svg]:shrink-0",
    isOn ? "border-ink bg-hover font-medium" : "border-line hover:bg-hover",
  );

type FilterChipProps = { href: Route; isOn: boolean; children: ReactNode };

/** A filter that applies when it is pressed, and again to take it away. */
export function FilterChip({ href, isOn, children }: FilterChipProps) {
  return (
    <Link href={href} scroll={false} aria-current={isOn ? "true" : undefined} className={chipClass(isOn)}>
      {isOn && <Check aria-hidden />}
      <span className="truncate">{children}</span>
    </Link>
  );
}

export type ChipChoice = { value: string; label: string; href: Route };

type FilterMenuProps = { label: string; current?: string; choices: readonly ChipChoice[]; children?: ReactNode };

/** A filter with several values: choosing one applies it, and choosing it again takes it away. */
export function FilterMenu({ label, current, choices, children }: FilterMenuProps) {
  const chosen = choices.find(({ value }) => value === current)?.label ?? current;
  return (
    <Menu
      triggerClassName={chipClass(Boolean(current))}
      trigger={
        <>
          <span className="truncate">{chosen ? `${label}: ${chosen}` : label}</span>
          <ChevronDown aria-hidden />
        </>
      }
    >
      <div className="grid max-h-80 grid-cols-1 overflow-y-auto">
        {choices.map(({ value, label, href }) => (
          <Link
            key={value}
            href={href}
            scroll={false}
            aria-current={value === current ? "true" : undefined}
            className={menuItemClass}
          >
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {value === current && <Check aria-hidden />}
          </Link>
        ))}
      </div>
      {children}
    </Menu>
  );
}
