import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { Link } from "@/components/ui/text/link";
import { formatVnd } from "@/lib/platform/i18n/format";

type ShownFate = { slug: string; name: string; fate: "left" | "closed" | "handOver"; balanceMilli: bigint };

/** What happens to each business when its member's account is deleted. */
export function FateList({ fates }: { fates: readonly ShownFate[] }) {
  const t = useTranslations("account.delete");
  const locale = useLocale();
  if (fates.length === 0) return <p className="text-muted">{t("noBusiness")}</p>;
  return (
    <ul className="grid gap-3">
      {fates.map(({ slug, name, fate, balanceMilli }) => (
        <li key={slug} className="grid max-w-text gap-0.5">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-muted">{t(`fate.${fate}`, { balance: formatVnd(balanceMilli, locale) })}</span>
          {fate === "handOver" && (
            <Link href={`/console/${slug}/members` as Route} className="justify-self-start underline">
              {t("handOver")}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
