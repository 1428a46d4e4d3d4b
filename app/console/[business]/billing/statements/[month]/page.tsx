import { ArrowLeftRight, Download } from "lucide-react";
import type { Metadata, Route } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { Fragment } from "react";
import { BillingTabs } from "@/components/money/billing-tabs";
import { MovementGroups } from "@/components/money/movement-tables";
import { PartyBlock } from "@/components/money/party-block";
import { PrintButton } from "@/components/money/print-button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Money } from "@/components/ui/text/money";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { findPaymentNames } from "@/lib/money/movements/list";
import { monthSchema, movementKindOf, movementKinds } from "@/lib/money/movements/schema";
import { getStatement, lateFor, listStatementGroups } from "@/lib/money/statements/read";
import { AppError } from "@/lib/platform/errors";
import { formatMonth, formatTime } from "@/lib/platform/i18n/format";
import { BillingRefused } from "../../billing-refused";

type Props = PageProps<"/console/[business]/billing/statements/[month]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const month = monthSchema.safeParse((await params).month);
  const [t, locale] = await Promise.all([getTranslations("statements"), getLocale()]);
  return { title: month.success ? t("title", { month: formatMonth(month.data, locale) }) : t("unknown") };
}

export default async function StatementPage({ params }: Props) {
  const { business, month: requested } = await params;
  const member = await requireMember(business);
  const month = monthSchema.safeParse(requested);
  if (!month.success) notFound();
  const [statement, t, kinds, locale] = await Promise.all([
    orError(getStatement(member, month.data)),
    getTranslations("statements"),
    getTranslations("movements.kinds"),
    getLocale(),
  ]);
  const title = t("title", { month: formatMonth(month.data, locale) });
  if (statement instanceof AppError) {
    if (statement.code === "NOT_FOUND") notFound();
    return <BillingRefused title={title} />;
  }

  const groups = await listStatementGroups(statement);
  const nameOf = await findPaymentNames(groups);
  const rows = groups.map((group) => {
    const payment = nameOf(group);
    // A sum of charges has no job of its own: a late one is on an earlier day.
    const late = lateFor(
      { createdAt: group.at, trackingId: group.trackingId },
      statement.from,
      payment?.occurredAt ?? null,
    );
    return { ...group, ...payment, lateMonth: late?.month };
  });
  const sums = movementKinds.flatMap((kind) => {
    const of = statement.totals.filter((total) => movementKindOf(total.kind) === kind);
    const lines = of.reduce((sum, total) => sum + total.lines, 0);
    return lines > 0 ? [{ kind, lines, milli: of.reduce((sum, { milli }) => sum + milli, 0n) }] : [];
  });
  const { closed, parties, openingMilli, closingMilli, freeMilli } = statement;
  const freeSpentMilli = groups.reduce((sum, group) => sum + group.freeMilli, 0n);
  const here = `/console/${business}/billing/statements/${month.data}`;
  const actions = (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink href={`${here}/statement.csv` as Route} download icon={<Download aria-hidden />}>
        {t("csv")}
      </ButtonLink>
      <ButtonLink href={`${here}/statement.xlsx` as Route} download icon={<Download aria-hidden />}>
        {t("xlsx")}
      </ButtonLink>
      <PrintButton label={t("print")} />
    </div>
  );

  return (
    <div className="print-alone">
      <Page
        title={title}
        lead={closed ? t("closedAt", { time: formatTime(closed.closedAt, locale) }) : t("open")}
        action={actions}
      >
        <BillingTabs business={business} page="statements" />
        {closed && (
          <dl className="grid gap-2 text-sm">
            <div>
              <dt className="inline text-muted">{t("number")}: </dt>
              <dd className="inline font-medium font-mono">{closed.number}</dd>
            </div>
            <div>
              <dt className="inline text-muted">{t("hash")}: </dt>
              <dd className="inline font-mono wrap-anywhere">{closed.hash}</dd>
            </div>
          </dl>
        )}
        <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
          <PartyBlock title={t("seller")} party={parties.seller} missing={t("noSeller")} />
          <PartyBlock title={t("buyer")} party={parties.buyer} name={parties.businessName} missing={t("noBuyer")} />
        </div>
        <section aria-labelledby="totals" className="grid min-w-0 gap-2">
          <h2 id="totals" className="font-semibold text-lg">
            {t("totals")}
          </h2>
          <dl className="divide-y divide-line border-line border-y">
            <Sum label={t("opening")} milli={openingMilli} strong />
            {sums.map(({ kind, lines, milli }) => (
              <Fragment key={kind}>
                <Sum label={`${kinds(kind)} (${lines})`} milli={milli} />
                {kind === "charge" && freeSpentMilli > 0n && (
                  <Sum label={t("ofFreeCredit")} milli={-freeSpentMilli} minor />
                )}
              </Fragment>
            ))}
            <Sum label={t("closing")} milli={closingMilli} strong />
            {freeMilli !== null && freeMilli > 0n && <Sum label={t("ofFreeCredit")} milli={freeMilli} minor />}
          </dl>
          <p className="text-muted text-sm">{t("withTax")}</p>
        </section>
        <section aria-labelledby="lines" className="grid min-w-0 gap-3">
          <h2 id="lines" className="font-semibold text-lg">
            {t("lines")}
          </h2>
          {rows.length > 0 ? (
            <MovementGroups business={business} groups={rows} caption={t("lines")} />
          ) : (
            <EmptyState Icon={ArrowLeftRight} title={(await getTranslations("movements"))("empty")} />
          )}
        </section>
        <p className="print:hidden">
          <ButtonLink href={`/console/${business}/billing/statements` as Route}>{t("back")}</ButtonLink>
        </p>
      </Page>
    </div>
  );
}

type SumProps = { label: string; milli: bigint; strong?: boolean /** A part of the sum above it. */; minor?: boolean };

function Sum({ label, milli, strong, minor }: SumProps) {
  const look = strong ? "font-medium" : minor ? "ps-4 text-muted text-sm" : "";
  return (
    <div className={`flex flex-wrap justify-between gap-x-6 py-2 ${look}`}>
      <dt>{label}</dt>
      <dd>
        <Money amountMilli={milli} />
      </dd>
    </div>
  );
}
