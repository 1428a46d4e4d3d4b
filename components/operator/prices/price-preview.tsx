import { useTranslations } from "next-intl";
import { ActForm } from "@/components/operator/act-form";
import { businessPath } from "@/components/operator/businesses/business-table";
import { Facts } from "@/components/operator/facts";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { addPriceAction } from "@/lib/operator/prices/actions";
import type { PricePreview } from "@/lib/operator/prices/list";
import { usePriceWords } from "./price-list-table";

type PreviewProps = { preview: PricePreview; typed: Record<string, string>; mayAdd: boolean };

/** What a price will change and whom it concerns, before it is added. */
export function PricePreviewCard({ preview, typed, mayAdd }: PreviewProps) {
  const [t, words] = [useTranslations("operator.prices"), useTranslations("prices")];
  const say = usePriceWords();
  const { modelId, business, from, replaces, ownPrices, affected, named, needsSecond, ...price } = preview;
  return (
    <Card title={t("preview")}>
      <div className="grid gap-4">
        <Facts
          facts={[
            { label: t("model"), value: <span className="font-mono">{modelId}</span> },
            { label: t("whose"), value: business?.name ?? t("everyone") },
            {
              label: t("change"),
              value: `${replaces ? say(replaces) : t("noPrice")} → ${say(price)}`,
            },
            { label: words("columns.from"), value: <Moment time={from} /> },
            {
              label: t("affected"),
              value: (
                <span className="grid gap-1">
                  <span>{affected > 0 ? t("affectedCount", { count: affected }) : t("affectedNone")}</span>
                  {named.length > 0 && (
                    <span className="text-sm">
                      {named.map(({ id, name }, index) => (
                        <span key={id}>
                          {index > 0 && ", "}
                          <Link href={businessPath(id)} className="underline underline-offset-2">
                            {name}
                          </Link>
                        </span>
                      ))}
                      {affected > named.length && ` ${t("andOthers", { count: affected - named.length })}`}
                    </span>
                  )}
                </span>
              ),
            },
            { label: t("keep"), value: !business && ownPrices > 0 && t("keepCount", { count: ownPrices }) },
          ]}
        />
        <p className="text-muted text-sm">{t("final")}</p>
        {needsSecond && <p className="text-muted text-sm">{t("needsSecond")}</p>}
        {mayAdd && <ActForm action={addPriceAction} hidden={typed} reason="staff" submit={t("add")} />}
      </div>
    </Card>
  );
}
