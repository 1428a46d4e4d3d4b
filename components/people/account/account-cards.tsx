import { Download } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button";
import { PictureForm } from "@/components/ui/images/picture-form";
import { Avatar } from "@/components/ui/text/avatar";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { formatVnd } from "@/lib/platform/i18n/format";

type PictureSectionProps = {
  name: string;
  pictureId: string | null;
  complaint?: string;
};

export function PictureSection({ name, pictureId, complaint }: PictureSectionProps) {
  const t = useTranslations("account.picture");
  return (
    <Card title={t("title")}>
      <PictureForm
        action="/account/picture"
        shown={<Avatar name={name} pictureId={pictureId} size={72} label={t("yours")} />}
        label={t("label")}
        mayRemove={pictureId !== null}
        complaint={complaint}
      />
    </Card>
  );
}

export function DataSection({ pictureId }: { pictureId: string | null }) {
  const t = useTranslations("account.data");
  const files = [
    { href: "/account/data.json", label: t("json") },
    { href: "/account/sign-in-log/sign-ins.csv", label: t("signIns") },
    ...(pictureId ? [{ href: `/account/picture/${pictureId}`, label: t("picture") }] : []),
  ];
  return (
    <Card title={t("title")}>
      <div className="grid justify-items-start gap-3">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <div className="flex flex-wrap gap-2">
          {files.map(({ href, label }) => (
            <a key={href} href={href} download className={buttonClass({ size: "small" })}>
              <Download />
              {label}
            </a>
          ))}
        </div>
      </div>
    </Card>
  );
}

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
