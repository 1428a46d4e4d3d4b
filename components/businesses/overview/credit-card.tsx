import { clsx } from "clsx";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { usagePath } from "@/components/money/usage/usage-path";
import { useDaysLeft } from "@/components/money/use-days-left";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import type { Credit } from "@/lib/businesses/overview/find-tasks";

type CreditCardProps = { business: string; credit: Credit; isLow: boolean; mayRead: boolean; mayTopUp: boolean };

export function CreditCard({ business, credit, isLow, mayRead, mayTopUp }: CreditCardProps) {
  const t = useTranslations("overview");
  const billing = useTranslations("billing.balance");
  const href = `/console/${business}/billing` as Route;
  const { availableMilli, freeMilli, spentMilli, daysLeft } = credit;
  const left = useDaysLeft(daysLeft);
  return (
    <Card title={t("balance")}>
      <div className="grid grid-cols-1 gap-3">
        <div>
          <p className="font-semibold text-2xl wrap-anywhere max-[22.5rem]:text-xl">
            <Money amountMilli={availableMilli} />
          </p>
          {freeMilli > 0n && (
            <p className="text-muted text-sm">
              {billing("free")} <Money amountMilli={freeMilli} />
            </p>
          )}
          <p className={clsx("text-sm", isLow && daysLeft !== null ? "font-medium text-amber" : "text-muted")}>
            {left}
          </p>
        </div>
        <p className="text-sm">
          <Link href={usagePath(business, { range: "month" })}>
            {t.rich("spentThisMonth", { amount: () => <Money amountMilli={spentMilli} /> })}
          </Link>
        </p>
        {mayRead && <ButtonLink href={href}>{t(mayTopUp ? "topUp" : "openBilling")}</ButtonLink>}
      </div>
    </Card>
  );
}
