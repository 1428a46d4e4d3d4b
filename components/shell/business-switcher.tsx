import { Check, ChevronsUpDown } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu";
import { menuItemClass } from "@/components/ui/menu-item-class";

export type NamedBusiness = { slug: string; name: string };

type BusinessSwitcherProps = { current: NamedBusiness; businesses: readonly NamedBusiness[] };

/** Which business this is. It is a menu for those who have a choice. */
export function BusinessSwitcher({ current, businesses }: BusinessSwitcherProps) {
  const t = useTranslations("shell");
  if (businesses.length < 2) return <p className="truncate px-2 font-semibold">{current.name}</p>;
  return (
    <Menu
      triggerClassName="flex h-9 w-full min-w-0 items-center gap-2 rounded-control px-2 font-semibold transition-colors hover:bg-hover pointer-coarse:h-11"
      trigger={
        <>
          <span className="truncate">{current.name}</span>
          <span className="sr-only">{t("switchBusiness")}</span>
          <ChevronsUpDown aria-hidden className="ml-auto size-4 shrink-0 text-muted" />
        </>
      }
    >
      {businesses.map(({ slug, name }) => (
        <Link
          key={slug}
          href={`/console/${slug}` as Route}
          aria-current={slug === current.slug ? "true" : undefined}
          className={menuItemClass}
        >
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {slug === current.slug && <Check aria-hidden />}
        </Link>
      ))}
    </Menu>
  );
}
