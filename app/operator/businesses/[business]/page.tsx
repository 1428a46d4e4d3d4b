import { getLocale, getTranslations } from "next-intl/server";
import {
  BusinessActs,
  BusinessFactsCard,
  LimitsCard,
  MoneyCard,
  NotesCard,
} from "@/components/operator/businesses/business-cards";
import { EndpointsCard, MembersCard, PricesCard, UsageCard } from "@/components/operator/businesses/part-cards";
import { DetailPage } from "@/components/operator/detail-page";
import { Notice } from "@/components/ui/feedback/notice";
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
    <DetailPage
      title={business.name}
      lead={business.slug}
      list={{ href: "/operator/businesses", label: t("nav.businesses") }}
      notices={!mayManage && <Notice>{t("businesses.notesOnly")}</Notice>}
      acts={mayManage && isOpen && <BusinessActs business={business} />}
      beside={
        <>
          <MoneyCard
            business={business}
            creditLimit={mayMove && isOpen ? formatVnd(env.CREDIT_APPROVAL_ABOVE_VND * 1000n, locale) : null}
          />
          <LimitsCard business={business} mayManage={mayManage} />
          <NotesCard business={business} />
        </>
      }
      history={business.history}
    >
      <BusinessFactsCard business={business} />
      <UsageCard rows={business.usage} />
      <PricesCard business={business} now={clock.now()} mayAdd={mayMove} />
      <EndpointsCard rows={business.endpoints} />
      <MembersCard rows={business.members} />
    </DetailPage>
  );
}
