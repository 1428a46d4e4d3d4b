import { getTranslations } from "next-intl/server";
import { DetailPage } from "@/components/operator/detail-page";
import { DecideMoneyAct, MoneyActFactsCard } from "@/components/operator/money-acts/money-acts";
import { Notice } from "@/components/ui/feedback/notice";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { findMoneyAct } from "@/lib/operator/money-acts/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.moneyActs", "one");

export default async function ApprovalPage({ params }: PageProps<"/operator/approvals/[act]">) {
  const staff = await requireStaff();
  const act = await orNotFound(findMoneyAct(staff, (await params).act));
  const t = await getTranslations("operator");
  const isOpen = act.status === "open";
  const mayAct = staffCan(staff.role, "money");
  return (
    <DetailPage
      title={t("moneyActs.one")}
      lead={act.id}
      list={{ href: "/operator/approvals", label: t("nav.approvals") }}
      notices={
        isOpen && (
          <>
            {!mayAct && <Notice>{t("readsOnly")}</Notice>}
            {mayAct && act.isOwn && <Notice>{t("errors.ownAct")}</Notice>}
          </>
        )
      }
      acts={isOpen && mayAct && <DecideMoneyAct act={act} texts="operator.moneyActs" />}
      history={act.history}
    >
      <MoneyActFactsCard act={act} />
    </DetailPage>
  );
}
