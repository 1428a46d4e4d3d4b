import { getLocale, getTranslations } from "next-intl/server";
import {
  BusinessActs,
  BusinessFactsCard,
  LimitsCard,
  MoneyCard,
  NotesCard,
} from "@/components/operator/businesses/business-cards";
import { EndpointsCard, MembersCard, PricesCard, UsageCard } from "@/components/operator/businesses/part-cards";
import { HistoryCard } from "@/components/operator/facts";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { findBusiness } from "@/lib/operator/businesses/find";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.businesses", "one");

export default async function BusinessPage({ params }: PageProps<"/operator/businesses/[business]">) {
  const staff = await requireStaff();
  const business = await orNotFound(findBusiness(staff, (await params).business));
  const [t, locale] = await Promise.all([getTranslations("operator"), getLocale()]);
  const mayMove = staffCan(staff.role, "money");
  const mayManage = staffCan(staff.role, "manage");
  const isOpen = business.state === "active" || business.state === "suspended";
  return (
    <Page
      title={business.name}
      lead={business.slug}
      action={mayManage && isOpen && <BusinessActs business={business} />}
    >
      {!mayManage && <Notice>{t("businesses.notesOnly")}</Notice>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BusinessFactsCard business={business} />
        <MoneyCard
          business={business}
          creditLimit={mayMove && isOpen ? formatVnd(env.CREDIT_APPROVAL_ABOVE_VND * 1000n, locale) : null}
        />
        <UsageCard rows={business.usage} />
        <LimitsCard business={business} mayManage={mayManage} />
      </div>
      <PricesCard business={business} now={clock.now()} mayAdd={mayMove} />
      <EndpointsCard rows={business.endpoints} />
      <MembersCard rows={business.members} />
      <NotesCard business={business} />
      <HistoryCard acts={business.history} />
    </Page>
  );
}
