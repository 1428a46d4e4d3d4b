import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Fact, Facts } from "@/components/operator/facts";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { MessageKind, Work } from "@/lib/operator/work/overview";
import { formatBytes, formatNumber } from "@/lib/platform/i18n/format";
import { workPath } from "./work-tables";

function useCounts() {
  const locale = useLocale();
  return {
    bytes: (size: number | bigint | null) => (size === null ? "–" : formatBytes(size, locale)),
    /** With a warning, and a link to the list, where it is not zero. */
    fault: (count: number, href: Route): ReactNode =>
      count === 0 ? (
        "0"
      ) : (
        <span className="inline-flex items-center gap-2">
          <Link href={href} className="font-medium underline underline-offset-2">
            {formatNumber(count, locale)}
          </Link>
          <Warning />
        </span>
      ),
    number: (count: number) => formatNumber(count, locale),
  };
}

function Warning() {
  return <Badge kind="warning">{useTranslations("operator.work")("attention")}</Badge>;
}

const Section = ({ title, facts, children }: { title: string; facts: Fact[]; children?: ReactNode }) => (
  <Card title={title}>
    <div className="grid gap-4">
      <Facts facts={facts} />
      {children}
    </div>
  </Card>
);

/** What runs in the background, each figure that needs an act with a link to where it is done. */
export function WorkCards({ work }: { work: Work }) {
  const t = useTranslations("operator.work");
  const { bytes, fault, number } = useCounts();
  const { stream, webhooks, storage, retention, books, bank, longJobs } = work;
  const minutes = Math.floor(retention.lagMs / 60_000);
  return (
    <div className="grid min-w-0 items-start gap-6 lg:grid-cols-2">
      <Section
        title={t("cards.stream")}
        facts={[
          { label: t("waiting"), value: number(stream.waiting) },
          { label: t("oldest"), value: stream.oldestAt ? <RelativeTime time={stream.oldestAt} /> : "–" },
          {
            label: t("carrier"),
            value:
              stream.kind === "nats-unsafe" ? (
                <Badge kind="warning">{t("carriers.nats-unsafe")}</Badge>
              ) : (
                t(`carriers.${stream.kind}`)
              ),
          },
          { label: t("deadLetters"), value: fault(stream.dead, workPath("dead-letters")) },
        ]}
      />
      <Section
        title={t("cards.webhooks")}
        facts={[
          { label: t("due"), value: number(webhooks.due) },
          { label: t("oldest"), value: t("seconds", { seconds: webhooks.oldestDueSeconds }) },
          { label: t("behind"), value: number(webhooks.behind) },
          { label: t("failingEndpoints"), value: fault(webhooks.failing, workPath("webhooks")) },
          {
            label: t("deliveries"),
            value: webhooks.stopped ? <Badge kind="danger">{t("stopped")}</Badge> : t("running"),
          },
        ]}
      />
      <Section
        title={t("cards.longJobs")}
        facts={[
          { label: t("waiting"), value: number(longJobs.queued) },
          { label: t("oldest"), value: t("seconds", { seconds: Math.floor(longJobs.oldestQueuedSeconds) }) },
          { label: t("running"), value: number(longJobs.running) },
          { label: t("paused"), value: number(longJobs.paused) },
          {
            label: t("stuck"),
            value: (
              <span className="inline-flex items-center gap-2">
                {number(longJobs.stuck)}
                {longJobs.stuck > 0 && <Warning />}
              </span>
            ),
          },
        ]}
      />
      <Section
        title={t("cards.books")}
        facts={[
          {
            label: t("status"),
            value: (
              <Badge kind={books.status === "balanced" ? "success" : books.status === "unknown" ? "warning" : "danger"}>
                {t(`bookStates.${books.status}`)}
              </Badge>
            ),
          },
          { label: t("audited"), value: books.audit && <Moment time={books.audit.auditedAt} /> },
          { label: t("fullyAudited"), value: books.audit && <Moment time={books.audit.fullyAuditedAt} /> },
          { label: t("differences"), value: books.audit && number(books.audit.differences) },
          { label: t("uncharged"), value: number(books.uncharged) },
          {
            label: t("protection"),
            value: (
              <Badge kind={books.ledger === "protected" ? "success" : "warning"}>
                {t(`protections.${books.ledger}`)}
              </Badge>
            ),
          },
        ]}
      />
      <Section
        title={t("cards.bank")}
        facts={[
          { label: t("ledger"), value: bank.sum && <Money amountMilli={bank.sum.ledgerMilli} /> },
          { label: t("recorded"), value: bank.sum && <Money amountMilli={bank.sum.recordedMilli} /> },
          { label: t("compared"), value: bank.sum ? <Moment time={bank.sum.summedAt} /> : t("notYet") },
          { label: t("differingDays"), value: fault(bank.differingDays, `${workPath("bank")}?state=differs` as Route) },
        ]}
      />
      <Section
        title={t("cards.storage")}
        facts={[
          {
            label: t("disk"),
            value: t("freeOf", { free: bytes(storage.freeBytes), total: bytes(storage.totalBytes) }),
          },
          { label: t("database"), value: bytes(storage.databaseBytes) },
          ...storage.inventories.map(({ region, takenAt, expected, found, orphans, missing }) => ({
            label: t("inventory", { region }),
            value: (
              <span className="grid gap-1">
                <span>{t("inventoryFound", { expected, found, orphans, missing })}</span>
                <Moment time={takenAt} />
              </span>
            ),
          })),
        ]}
      />
      <Section
        title={t("cards.retention")}
        facts={[
          {
            label: t("sweepLag"),
            value: (
              <span className="inline-flex items-center gap-2">
                {t("minutes", { minutes })}
                {minutes > 30 && <Warning />}
              </span>
            ),
          },
          { label: t("pendingDeletion"), value: number(retention.pendingDeletion) },
        ]}
      />
    </div>
  );
}

/** The long jobs that have not ended, those that fail most often first. */
export function OpenJobs({ jobs }: { jobs: Work["longJobs"]["open"] }) {
  const t = useTranslations("operator.work");
  const { number } = useCounts();
  if (jobs.length === 0) return null;
  const columns: Column<Work["longJobs"]["open"][number]>[] = [
    {
      head: t("job"),
      cell: ({ id, business }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">{business}</span>
          <span className="break-all font-mono text-muted text-sm">{id}</span>
        </span>
      ),
    },
    { head: t("status"), cell: ({ state }) => <Badge>{t(`jobStates.${state as "queued"}`)}</Badge> },
    { head: t("steps"), numeric: true, cell: ({ stepsDone, steps }) => `${number(stepsDone)} / ${number(steps)}` },
    { head: t("attempts"), numeric: true, cell: ({ attempts }) => number(attempts) },
    { head: t("lastError"), cell: ({ lastError }) => <span className="font-mono text-sm">{lastError ?? "–"}</span> },
    { head: t("since"), cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
  ];
  return (
    <Card title={t("cards.longJobs")}>
      <Table caption={t("cards.longJobs")} columns={columns} rows={jobs} rowKey={({ id }) => id} />
    </Card>
  );
}

export function MessageKinds({ kinds }: { kinds: readonly MessageKind[] }) {
  const t = useTranslations("operator.work");
  const { fault, number } = useCounts();
  const columns: Column<MessageKind>[] = [
    {
      head: t("kind"),
      cell: ({ kind, isStopped }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-sm">{kind}</span>
          {isStopped && <Badge kind="danger">{t("stopped")}</Badge>}
        </span>
      ),
    },
    { head: t("waiting"), numeric: true, cell: ({ waiting }) => number(waiting) },
    { head: t("due"), numeric: true, cell: ({ due }) => number(due) },
    { head: t("oldest"), cell: ({ oldestDueAt }) => (oldestDueAt ? <RelativeTime time={oldestDueAt} /> : "–") },
    {
      head: t("dead"),
      numeric: true,
      cell: ({ kind, dead }) =>
        kind.startsWith("webhooks ")
          ? number(dead)
          : fault(dead, `${workPath("outbox")}?kind=${encodeURIComponent(kind)}&state=dead` as Route),
    },
  ];
  return (
    <Card title={t("cards.outbox")} padded={kinds.length === 0}>
      {kinds.length === 0 ? (
        <p className="text-muted">{t("nothingWaits")}</p>
      ) : (
        <Table caption={t("cards.outbox")} columns={columns} rows={kinds} rowKey={({ kind }) => kind} />
      )}
    </Card>
  );
}
