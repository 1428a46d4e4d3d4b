import { getTranslations } from "next-intl/server";
import { AdjustmentFactsCard } from "@/components/operator/adjustments/adjustments";
import { DetailPage } from "@/components/operator/detail-page";
import { DecideMoneyAct } from "@/components/operator/money-acts/money-acts";
import { Notice } from "@/components/ui/feedback/notice";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { findAdjustment } from "@/lib/operator/adjustments/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.adjustments", "one");

export default async function AdjustmentPage({ params }: PageProps<"/operator/adjustments/[adjustment]">) {
  const staff = await requireStaff();
  const adjustment = await orNotFound(findAdjustment(staff, (await params).adjustment));
  const t = await getTranslations("operator");
  const isOpen = adjustment.status === "open";
  const mayAct = staffCan(staff.role, "money");
  return (
    <DetailPage
      title={t("adjustments.one")}
      lead={adjustment.id}
      list={{ href: "/operator/adjustments", label: t("nav.adjustments") }}
      notices={
        isOpen && (
          <>
            {!mayAct && <Notice>{t("readsOnly")}</Notice>}
            {mayAct && adjustment.isOwn && <Notice>{t("errors.ownAct")}</Notice>}
          </>
        )
      }
      acts={isOpen && mayAct && <DecideMoneyAct act={adjustment} texts="operator.adjustments" />}
      history={adjustment.history}
    >
      <AdjustmentFactsCard adjustment={adjustment} />
    </DetailPage>
  );
}
