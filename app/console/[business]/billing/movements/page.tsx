import { ArrowLeftRight } from "lucide-react";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { MovementFilters } from "@/components/money/movement-filters";
import { MovementGroups, MovementTable } from "@/components/money/movement-tables";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Money } from "@/components/ui/text/money";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import type { Member } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { findPaymentNames, listMovementDays, listMovements } from "@/lib/money/movements/list";
import { type MovementFilter, movementAddressSchema, movementsPath } from "@/lib/money/movements/schema";
import { AppError } from "@/lib/platform/errors";
import { formatDay } from "@/lib/platform/i18n/format";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("movements", "title");

export default async function MovementsPage({
  params,
  searchParams,
}: PageProps<"/console/[business]/billing/movements">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("movements");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("title")} />;
  const { cursor, ...filter } = movementAddressSchema.parse(await searchParams);
  const { from: _, to: __, ...single } = filter;
  const isSingle = Object.values(single).some(Boolean);
  const business = member.businessSlug;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <BillingTabs business={business} page="movements" />
      <MovementFilters business={business} filter={filter} />
      {isSingle ? <Single member={member} filter={filter} cursor={cursor} /> : <Days member={member} filter={filter} />}
    </Page>
  );
}

async function Single({ member, filter, cursor }: { member: Member; filter: MovementFilter; cursor?: string }) {
  const t = await getTranslations("movements");
  const business = member.businessSlug;
  const page = await orError(listMovements(member, filter, { cursor }));
  const isBroken = page instanceof AppError;
  const nameOf = await findPaymentNames(isBroken ? [] : page.movements);
  const rows = isBroken ? null : page.movements.map((movement) => ({ ...movement, ...nameOf(movement) }));
  return (
    <>
      {!isBroken && page.count > 0 && (
        <p>
          {t("sum", { count: page.count })}{" "}
          <span className="font-medium">
            <Money amountMilli={page.sumMilli} />
          </span>
        </p>
      )}
      <PagedList
        words="movements"
        Icon={ArrowLeftRight}
        rows={rows}
        next={isBroken ? null : page.next}
        filter={filter}
        cursor={cursor}
        pathOf={(address) => movementsPath(business, address)}
        table={(rows) => <MovementTable business={business} rows={rows} />}
      />
    </>
  );
}

async function Days({ member, filter }: { member: Member; filter: MovementFilter }) {
  const [t, locale] = await Promise.all([getTranslations("movements"), getLocale()]);
  const { from, to, openingMilli, closingMilli, groups } = await listMovementDays(member, filter);
  const nameOf = await findPaymentNames(groups);
  const named = groups.map((group) => ({ ...group, ...nameOf(group) }));
  const period = t("period", { from: formatDay(from, locale), to: formatDay(to, locale) });
  return (
    <section aria-label={period} className="grid min-w-0 gap-4">
      <h2 className="font-semibold text-lg">{period}</h2>
      <dl className="grid gap-x-10 gap-y-2 sm:flex sm:flex-wrap">
        {(
          [
            ["opening", openingMilli],
            ["closing", closingMilli],
          ] as const
        ).map(([name, milli]) => (
          <div key={name} className="grid">
            <dt className="text-muted text-sm">{t(name)}</dt>
            <dd className="font-medium text-lg wrap-anywhere">
              <Money amountMilli={milli} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">{t("explain")}</p>
      {named.length > 0 ? (
        <MovementGroups business={member.businessSlug} groups={named} caption={period} />
      ) : (
        <EmptyState
          Icon={ArrowLeftRight}
          title={t("empty")}
          action={<ButtonLink href={`/console/${member.businessSlug}/billing` as Route}>{t("emptyAction")}</ButtonLink>}
        >
          {t("emptyLead")}
        </EmptyState>
      )}
    </section>
  );
}
