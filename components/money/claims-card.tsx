import { useLocale, useTranslations } from "next-intl";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { ClaimRow, ClaimStatus } from "@/lib/money/claims/schema";
import { formatTime } from "@/lib/platform/i18n/format";
import { ClaimForm, ClaimMessageForm, WithdrawClaimForm } from "./claim-forms";

const kinds: Record<ClaimStatus, BadgeKind> = {
  open: "info",
  approved: "success",
  rejected: "danger",
  withdrawn: "neutral",
};

type ClaimsCardProps = { business: string; claims: readonly ClaimRow[]; mayWrite: boolean };

/** Transfers that a business says it made and that were not credited. */
export function ClaimsCard({ business, claims, mayWrite }: ClaimsCardProps) {
  const t = useTranslations("claims");
  const locale = useLocale();
  return (
    <Card title={t("title")}>
      <div className="grid gap-4">
        <p className="max-w-text text-muted">{t("lead")}</p>
        {claims.length > 0 && (
          <ul aria-label={t("title")} className="divide-y divide-line border-line border-y">
            {claims.map((claim) => (
              <li key={claim.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
                <div className="grid min-w-0 gap-1">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    <Money amountMilli={claim.amountVnd * 1000n} />
                    <Badge kind={kinds[claim.status]}>{t(`statuses.${claim.status}`)}</Badge>
                  </p>
                  <p className="text-muted text-sm">
                    {t("transferred", { time: formatTime(claim.transferredAt, locale) })}
                  </p>
                  {claim.reference && (
                    <p className="text-sm wrap-anywhere">
                      {t("reference")}: <span className="font-mono">{claim.reference}</span>
                    </p>
                  )}
                  {claim.note && <p className="text-sm wrap-anywhere">{t("noted", { note: claim.note })}</p>}
                  {claim.decision && (
                    <p className="text-sm wrap-anywhere">{t("decision", { decision: claim.decision })}</p>
                  )}
                  {claim.messages.length > 0 && (
                    <ol aria-label={t("messages")} className="grid gap-2 pt-1">
                      {claim.messages.map(({ id, fromStaff, text, createdAt }) => (
                        <li key={id} className="grid text-sm">
                          <span className="text-muted">
                            {t(fromStaff ? "fromStaff" : "fromBusiness")}, {formatTime(createdAt, locale)}
                          </span>
                          <span className="whitespace-pre-line wrap-anywhere">{text}</span>
                        </li>
                      ))}
                    </ol>
                  )}
                  {mayWrite && claim.status === "open" && claim.messages.length > 0 && (
                    <ClaimMessageForm business={business} id={claim.id} />
                  )}
                </div>
                {mayWrite && claim.status === "open" && <WithdrawClaimForm business={business} id={claim.id} />}
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <details className="group rounded-control border border-line">
            <summary className="flex min-h-11 cursor-pointer items-center px-3 font-medium">{t("open")}</summary>
            <div className="border-line border-t p-3">
              <ClaimForm business={business} />
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}
