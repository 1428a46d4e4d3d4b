import { useLocale, useTranslations } from "next-intl";
import { ActDialog, ActForm } from "@/components/operator/act-form";
import { NewAdjustment } from "@/components/operator/adjustments/adjustments";
import { FactsCard } from "@/components/operator/facts";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import {
  addNoteAction,
  resumeBusinessAction,
  setLimitsAction,
  suspendBusinessAction,
} from "@/lib/operator/businesses/actions";
import type { BusinessDetail } from "@/lib/operator/businesses/find";
import { formatNumber } from "@/lib/platform/i18n/format";
import { BusinessBadge } from "./business-table";

export function BusinessActs({ business: { id, name, state, suspendedFor } }: { business: BusinessDetail }) {
  const t = useTranslations("operator.businesses");
  if (state === "active")
    return (
      <ActDialog
        title={t("suspendTitle", { name })}
        lead={t("suspendLead")}
        trigger={{ label: t("suspend"), variant: "danger" }}
        action={suspendBusinessAction}
        hidden={{ id }}
        reason="business"
        ready="suspension"
        isDanger
      />
    );
  return (
    <ActDialog
      title={t("resumeTitle", { name })}
      lead={t(suspendedFor ? "resumeOwingLead" : "resumeLead")}
      trigger={{ label: t("resume"), variant: "primary" }}
      action={resumeBusinessAction}
      hidden={{ id }}
      reason="staff"
    />
  );
}

type PartProps = { business: BusinessDetail };

export function BusinessFactsCard({ business }: PartProps) {
  const t = useTranslations("operator.businesses");
  const { id, state, suspendedAt, suspendedReason, suspendedFor, archivedAt, invoice } = business;
  return (
    <FactsCard
      title={t("facts")}
      facts={[
        { label: t("state"), value: <BusinessBadge state={state} /> },
        { label: t("suspendedAt"), value: suspendedAt && <Moment time={suspendedAt} /> },
        { label: t("suspendedReason"), value: suspendedFor ? t("suspendedForDebt") : suspendedReason },
        { label: t("archivedAt"), value: archivedAt && <Moment time={archivedAt} /> },
        {
          label: t("id"),
          value: (
            <span className="inline-flex min-w-0 items-center gap-1">
              <span className="wrap-anywhere font-mono text-sm">{id}</span>
              <CopyButton text={id} />
            </span>
          ),
        },
        { label: t("created"), value: <Moment time={business.createdAt} /> },
        { label: t("legalName"), value: invoice?.legalName },
        { label: t("taxCode"), value: invoice && <span className="font-mono text-sm">{invoice.taxCode}</span> },
        { label: t("retention"), value: t("retentionDays", { days: business.retentionDays }) },
        { label: t("region"), value: business.pinnedRegion ?? t("anyRegion") },
        { label: t("twoFactorRule"), value: t(business.requiresTwoFactor ? "required" : "notRequired") },
      ]}
    />
  );
}

export function MoneyCard({
  business: { id, name, balance },
  creditLimit,
}: PartProps & { creditLimit: string | null }) {
  const t = useTranslations("operator.businesses");
  const { availableMilli, heldMilli, owedMilli, freeMilli, daysLeft } = balance;
  return (
    <FactsCard
      title={t("balance")}
      action={creditLimit && <NewAdjustment limit={creditLimit} business={{ id, name }} isSmall />}
      facts={[
        {
          label: t("available"),
          value: (
            <span className="font-semibold text-lg">
              <Money amountMilli={availableMilli} />
            </span>
          ),
        },
        { label: t("paid"), value: <Money amountMilli={availableMilli - freeMilli} /> },
        { label: t("free"), value: <Money amountMilli={freeMilli} /> },
        { label: t("held"), value: <Money amountMilli={heldMilli} /> },
        { label: t("owes"), value: owedMilli > 0n && <Money amountMilli={owedMilli} /> },
        { label: t("daysLeft"), value: daysLeft !== null && t("days", { days: daysLeft }) },
      ]}
    />
  );
}

const names = ["requestsPerMinute", "concurrentCalls", "webhookLimit"] as const;

/** What its keys together may do, until when, and what applies after that. */
export function LimitsCard({ business, mayManage }: { business: BusinessDetail; mayManage: boolean }) {
  const t = useTranslations("operator.businesses");
  const locale = useLocale();
  const { id, limits } = business;
  const { temporary } = limits;
  const until = temporary?.lastDay ?? "";
  const former = temporary && names.map((name) => formatNumber(temporary.former[name], locale)).join(" / ");
  return (
    <FactsCard
      title={t("limits")}
      action={
        mayManage && (
          <ActDialog
            title={t("changeLimits")}
            lead={t("changeLimitsLead")}
            trigger={{ label: t("changeLimits"), size: "small" }}
            action={setLimitsAction}
            hidden={{ id }}
            fields={[
              ...names.map((name) => ({
                name,
                label: t(`${name}`),
                kind: "number" as const,
                defaultValue: `${limits[name]}`,
              })),
              { name: "until", label: t("until"), hint: t("untilHint"), kind: "date" as const, defaultValue: until },
            ]}
            reason="staff"
          />
        )
      }
      facts={[
        ...names.map((name) => ({ label: t(`${name}`), value: formatNumber(limits[name], locale) })),
        { label: t("endsAt"), value: temporary && <Moment time={temporary.expiresAt} /> },
        { label: t("then"), value: former },
      ]}
    />
  );
}

/** What the staff wrote about the business; its members never see it. */
export function NotesCard({ business: { id, notes } }: { business: BusinessDetail }) {
  const [t, history] = [useTranslations("operator.businesses"), useTranslations("operator.history")];
  return (
    <Card title={t("notes")}>
      <div className="grid gap-4">
        {notes.length === 0 ? (
          <p className="text-muted">{t("noNotes")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {notes.map(({ id: noteId, text, createdAt, author }) => (
              <li key={noteId} className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
                <div className="flex flex-wrap gap-x-3 text-muted text-sm">
                  <span>{author?.name ?? history("terminal")}</span>
                  <Moment time={createdAt} />
                </div>
              </li>
            ))}
          </ul>
        )}
        <div className="max-w-form">
          <ActForm
            action={addNoteAction}
            hidden={{ id }}
            fields={[{ name: "text", label: t("note"), hint: t("noteHint"), kind: "lines" }]}
            submit={t("addNote")}
            isMinor
          />
        </div>
      </div>
    </Card>
  );
}
