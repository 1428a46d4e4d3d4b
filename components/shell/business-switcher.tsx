import { Archive, Check, ChevronsUpDown, Plus } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/dialogs/menu";
import { menuItemClass } from "@/components/ui/dialogs/menu-item-class";
import { Link } from "@/components/ui/text/link";

export type NamedBusiness = { slug: string; name: string; pictureId: string | null };

type BusinessSwitcherProps = { current: NamedBusiness; businesses: readonly NamedBusiness[] };

export function BusinessSwitcher({ current, businesses }: BusinessSwitcherProps) {
  const t = useTranslations("shell");
  return (
    <Menu
      triggerClassName="flex h-9 w-full min-w-0 items-center gap-2 rounded-control px-2 font-semibold transition-colors hover:bg-hover pointer-coarse:h-11"
      trigger={
        <>
          <BusinessLogo business={current} />
          <span className="truncate">{current.name}</span>
          <span className="sr-only">{t("switchBusiness")}</span>
          <ChevronsUpDown aria-hidden className="ml-auto size-4 shrink-0 text-muted" />
        </>
      }
    >
      <div className="grid max-h-80 grid-cols-1 overflow-y-auto">
        {businesses.map((business) => (
          <Link
            key={business.slug}
            href={`/console/${business.slug}` as Route}
            aria-current={business.slug === current.slug ? "true" : undefined}
            className={menuItemClass}
          >
            <BusinessLogo business={business} />
            <span className="min-w-0 flex-1 truncate">{business.name}</span>
            {business.slug === current.slug && <Check aria-hidden />}
          </Link>
        ))}
      </div>
      <div className="mt-1 border-line border-t pt-1">
        <Link href="/console/new" className={menuItemClass}>
          <Plus aria-hidden strokeWidth={1.5} />
          {t("newBusiness")}
        </Link>
        <Link href="/console/archived" className={menuItemClass}>
          <Archive aria-hidden strokeWidth={1.5} />
          {t("archivedBusinesses")}
        </Link>
      </div>
    </Menu>
  );
}

type BusinessLogoProps = { business: NamedBusiness /** Pixels on each side. */; size?: 24 | 72 };

/** The business's logo, or the first letter of its name. Its name is always beside it. */
export function BusinessLogo({ business: { slug, name, pictureId }, size = 24 }: BusinessLogoProps) {
  const side = size === 24 ? "size-6" : "size-18";
  if (!pictureId) {
    return (
      <span aria-hidden className={`grid ${side} shrink-0 place-items-center rounded-small bg-sunken font-semibold`}>
        {[...name.toLocaleUpperCase("vi")][0]}
      </span>
    );
  }
  const source = `/console/${slug}/logo/${pictureId}`;
  return (
    // biome-ignore lint/performance/noImgElement: already small, and Next's component would be in every page's script
    <img src={source} alt="" width={size} height={size} className={`${side} shrink-0 rounded-small`} />
  );
}
