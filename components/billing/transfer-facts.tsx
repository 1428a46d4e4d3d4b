import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Moment } from "@/components/sign-in-log/moment";
import { CopyButton } from "@/components/ui/copy-button";
import { Money } from "@/components/ui/money";
import type { TopUpDetail } from "@/lib/billing/top-ups/list";

type TransferFactsProps = { topUp: TopUpDetail; bank: string | null; isPayable: boolean };

/** What to enter into a banking app by hand, each with a copy button. */
export function TransferFacts({ topUp, bank, isPayable }: TransferFactsProps) {
  const t = useTranslations("billing.transfer");
  const { account, amountVnd, code, invoiceRequested, createdAt } = topUp;
  return (
    <div className="grid gap-4">
      <dl className="divide-y divide-line">
        {bank && (
          <Line label={t("bank")} copy={bank}>
            {bank}
          </Line>
        )}
        {account && (
          <Line label={t("account")} copy={account.number}>
            <span className="font-mono">{account.number}</span>
          </Line>
        )}
        {account && (
          <Line label={t("holder")} copy={account.holder}>
            {account.holder}
          </Line>
        )}
        <Line label={t("amount")} copy={String(amountVnd)}>
          <Money amountMilli={amountVnd * 1000n} />
        </Line>
        {code && (
          <Line label={t("memo")} copy={code}>
            <span className="font-medium font-mono">{code}</span>
          </Line>
        )}
        <Line label={t("created")}>
          <Moment time={createdAt} />
        </Line>
        <Line label={t("invoice")}>{t(invoiceRequested ? "invoiceYes" : "invoiceNo")}</Line>
      </dl>
      {isPayable && <p className="text-muted text-sm">{t("exact")}</p>}
    </div>
  );
}

type LineProps = { label: string /** What its button copies. */; copy?: string; children: ReactNode };

function Line({ label, copy, children }: LineProps) {
  return (
    <div className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-3 py-1">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere col-start-1 tabular-nums">{children}</dd>
      {copy && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <CopyButton text={copy} what={label} />
        </dd>
      )}
    </div>
  );
}
