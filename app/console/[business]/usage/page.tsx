import { ChartColumn, Download } from "lucide-react";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { UsageFigures } from "@/components/money/usage/usage-figures";
import { UsageFilters } from "@/components/money/usage/usage-filters";
import { UsageGroups } from "@/components/money/usage/usage-groups";
import { UsageOverTime } from "@/components/money/usage/usage-over-time";
import { UsageRanges } from "@/components/money/usage/usage-ranges";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { readReport } from "@/lib/money/usage/read-report";
import { usageAddressSchema } from "@/lib/money/usage/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { withQuery } from "@/lib/platform/with-query";
import { listChoices } from "@/lib/speech/history/filter";
import { countOpenSessions } from "@/lib/speech/live/open-sessions";

export const generateMetadata = pageTitle("usage", "title");

export default async function UsagePage({ params, searchParams }: PageProps<"/console/[business]/usage">) {
  const member = await requireMember((await params).business);
  const address = usageAddressSchema.parse(await searchParams);
  const [t, report, choices, live] = await Promise.all([
    getTranslations("usage"),
    readReport(member, address),
    listChoices(member),
    countOpenSessions(member),
  ]);
  const business = member.businessSlug;
  const mayKeys = can(member.role, "keys:read");
  const shown = address.show ?? "amount";
  const history = await getTranslations("history");
  const playground = { value: "playground", label: history("playgroundKey") };
  const names = { ...choices, keys: mayKeys ? [...choices.keys, playground] : [] };
  const isEmpty = Object.keys(address).every((name) => !address[name as keyof typeof address]);
  const isUnused = isEmpty && report.total.now.requests === 0 && report.total.before.requests === 0;
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        !isUnused && (
          <ButtonLink
            href={withQuery(`/console/${business}/usage/usage.csv`, address)}
            download
            icon={<Download aria-hidden />}
          >
            {t("download")}
          </ButtonLink>
        )
      }
    >
      {live.open > 0 && <Notice>{t("liveOpen", live)}</Notice>}
      <UsageRanges business={business} address={address} range={report.range} />
      {isUnused ? (
        <EmptyState
          Icon={ChartColumn}
          title={t("empty")}
          action={
            can(member.role, "speech:use") && (
              <ButtonLink variant="primary" href={`/console/${business}/playground` as Route}>
                {t("emptyAction")}
              </ButtonLink>
            )
          }
        >
          {t("emptyLead")}
        </EmptyState>
      ) : (
        <>
          <UsageFilters business={business} address={address} names={names} />
          <UsageFigures business={business} address={address} shown={shown} total={report.total} />
          <UsageOverTime business={business} address={address} report={report} shown={shown} />
          <UsageGroups business={business} address={address} report={report} names={names} mayKeys={mayKeys} />
        </>
      )}
    </Page>
  );
}
