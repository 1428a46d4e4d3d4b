import { QrCode } from "lucide-react";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { TopUpFilters, TopUpTable } from "@/components/money/top-up-table";
import { topUpsPath } from "@/components/money/top-ups-path";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Money } from "@/components/ui/text/money";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listTopUps, sumTopUps } from "@/lib/money/top-ups/list";
import { topUpAddressSchema } from "@/lib/money/top-ups/schema";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("billing", "topUps");

export default async function TopUpsPage({ params, searchParams }: PageProps<"/console/[business]/billing/top-ups">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("billing");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("topUps")} />;
  const { cursor, ...filter } = topUpAddressSchema.parse(await searchParams);
  const business = member.businessSlug;
  const [page, { count, receivedVnd }] = await Promise.all([
    orError(listTopUps(member, { cursor, filter })),
    sumTopUps(member, filter),
  ]);
  const list = page instanceof AppError ? { rows: null, next: null } : { rows: page.topUps, next: page.next };
  return (
    <Page title={t("topUps")} lead={t("listLead")}>
      <BillingTabs business={business} page="topUps" />
      <TopUpFilters business={business} filter={filter} />
      {count > 0 && (
        <p>
          {t("totals", { count })}{" "}
          <span className="font-medium">
            <Money amountMilli={receivedVnd * 1000n} />
          </span>
        </p>
      )}
      <PagedList
        words="billing"
        Icon={QrCode}
        {...list}
        filter={filter}
        cursor={cursor}
        pathOf={(address) => topUpsPath(business, address)}
        table={(rows) => <TopUpTable business={business} rows={rows} />}
        empty={
          <EmptyState
            Icon={QrCode}
            title={t("empty")}
            action={<ButtonLink href={`/console/${business}/billing` as Route}>{t("form.title")}</ButtonLink>}
          />
        }
      />
    </Page>
  );
}
