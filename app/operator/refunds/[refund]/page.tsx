import { getTranslations } from "next-intl/server";
import { DetailPage } from "@/components/operator/detail-page";
import { WaitingActs } from "@/components/operator/money-acts/money-acts";
import { PayeeCard, RefundActs, RefundFactsCard } from "@/components/operator/refunds/refunds";
import { Notice } from "@/components/ui/feedback/notice";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { listOpenActsOn } from "@/lib/operator/money-acts/list";
import { findRefund } from "@/lib/operator/refunds/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.refunds", "one");

export default async function RefundPage({ params }: PageProps<"/operator/refunds/[refund]">) {
  const staff = await requireStaff();
  const refund = await orNotFound(findRefund(staff, (await params).refund));
  const t = await getTranslations("operator");
  const isOpen = refund.status === "open";
  const mayAct = staffCan(staff.role, "money");
  return (
    <DetailPage
      title={t("refunds.one")}
      lead={refund.id}
      list={{ href: "/operator/refunds", label: t("nav.refunds") }}
      notices={
        <>
          {isOpen && !mayAct && <Notice>{t("readsOnly")}</Notice>}
          <WaitingActs acts={await listOpenActsOn(staff, refund.id)} />
        </>
      }
      acts={isOpen && mayAct && <RefundActs refund={refund} />}
      history={refund.history}
    >
      <RefundFactsCard refund={refund} />
      <PayeeCard refund={refund} />
    </DetailPage>
  );
}
