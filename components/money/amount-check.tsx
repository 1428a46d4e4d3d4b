import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { newTopUpPath } from "./top-ups-path";

type AmountCheckProps = { business: string /** The top-up's page. */; here: string; dueVnd: bigint; words: string };

/** A large amount in words; its code is shown once the reader has confirmed it. */
export function AmountCheck({ business, here, dueVnd, words }: AmountCheckProps) {
  const t = useTranslations("billing.check");
  return (
    <Card title={t("title")}>
      <div className="grid gap-4">
        <p className="font-semibold text-2xl">
          <Money amountMilli={dueVnd * 1000n} />
        </p>
        <p className="wrap-anywhere">{words}</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink variant="primary" href={`${here}?amount=${dueVnd}` as Route}>
            {t("confirm")}
          </ButtonLink>
          <ButtonLink href={newTopUpPath(business, String(dueVnd))}>{t("change")}</ButtonLink>
        </div>
      </div>
    </Card>
  );
}
