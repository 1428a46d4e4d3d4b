import { Download } from "lucide-react";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { withQuery } from "@/components/ui/lists/with-query";
import { Page } from "@/components/ui/text/page";
import { UsageFigures } from "@/components/usage/usage-figures";
import { UsageFilters } from "@/components/usage/usage-filters";
import { UsageGroups } from "@/components/usage/usage-groups";
import { UsageOverTime } from "@/components/usage/usage-over-time";
import { UsageRanges } from "@/components/usage/usage-ranges";
import { requireMember } from "@/lib/auth/session";
import { readReport } from "@/lib/billing/usage/read-report";
import { usageAddressSchema } from "@/lib/billing/usage/schema";
import { listChoices } from "@/lib/history/choices";
import { pageTitle } from "@/lib/i18n/page-title";
import { can } from "@/lib/principals/roles";

export const generateMetadata = pageTitle("usage", "title");

export default async function UsagePage({ params, searchParams }: PageProps<"/console/[business]/usage">) {
  const member = await requireMember((await params).business);
  const address = usageAddressSchema.parse(await searchParams);
  const [t, report, choices] = await Promise.all([
    getTranslations("usage"),
    readReport(member, address),
    listChoices(member),
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
      <UsageRanges {...{ business, address }} range={report.range} />
      {isUnused ? (
        <EmptyState
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
          <UsageFilters {...{ business, address, names }} />
          <UsageFigures {...{ business, address, shown }} total={report.total} />
          <UsageOverTime {...{ business, address, report, shown }} />
          <UsageGroups {...{ business, address, report, names, mayKeys }} />
        </>
      )}
    </Page>
  );
}
