import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { TopUpDetail } from "@/lib/money/top-ups/list";
import { newTopUpPath } from "./top-ups-path";

type TransferFactsProps = {
  topUp: TopUpDetail;
  bank: string | null;
  isPayable: boolean /** The amount due. */;
  words?: string;
};

/** What to enter into a banking app by hand, while it is to be paid each with a copy button. */
export function TransferFacts({ topUp, bank, isPayable, words }: TransferFactsProps) {
  const t = useTranslations("billing.transfer");
  const { account, amountVnd, dueVnd: due, code, document, invoiceRequested, createdAt } = topUp;
  const copy = (text: string) => (isPayable ? text : undefined);
  return (
    <div className="grid gap-4">
      <dl className="divide-y divide-line">
        {bank && (
          <Line label={t("bank")} copy={copy(bank)}>
            {bank}
          </Line>
        )}
        {account && (
          <Line label={t("account")} copy={copy(account.number)}>
            <span className="font-mono">{account.number}</span>
          </Line>
        )}
        {account && (
          <Line label={t("holder")} copy={copy(account.holder)}>
            {account.holder}
          </Line>
        )}
        <Line label={t("amount")} copy={due === amountVnd ? copy(String(amountVnd)) : undefined}>
          <Money amountMilli={amountVnd * 1000n} />
        </Line>
        {due !== amountVnd && (
          <Line label={t("due")} copy={copy(String(due))}>
            <span className="font-medium">
              <Money amountMilli={due * 1000n} />
            </span>
          </Line>
        )}
        {words && <Line label={t("words")}>{words}</Line>}
        {code && (
          <Line label={t("memo")} copy={copy(code)}>
            <span className="font-medium font-mono">{code}</span>
          </Line>
        )}
        {document && <Line label={t("document")}>{document}</Line>}
        <Line label={t("created")}>
          <Moment time={createdAt} />
        </Line>
        {invoiceRequested !== null && (
          <Line label={t("invoice")}>{t(invoiceRequested ? "invoiceYes" : "invoiceNo")}</Line>
        )}
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
