import { getTranslations } from "next-intl/server";
import { CandidatesCard, ClaimFactsCard, MessagesCard, RejectClaim } from "@/components/operator/claims/claims";
import { DetailPage } from "@/components/operator/detail-page";
import { WaitingActs } from "@/components/operator/money-acts/money-acts";
import { Notice } from "@/components/ui/feedback/notice";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { findClaim } from "@/lib/operator/claims/list";
import { listOpenActsOn } from "@/lib/operator/money-acts/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.claims", "one");

export default async function ClaimPage({ params }: PageProps<"/operator/claims/[claim]">) {
  const staff = await requireStaff();
  const claim = await orNotFound(findClaim(staff, (await params).claim));
  const t = await getTranslations("operator");
  const isOpen = claim.status === "open";
  const mayAct = staffCan(staff.role, "money");
  return (
    <DetailPage
      title={t("claims.one")}
      lead={claim.id}
      list={{ href: "/operator/claims", label: t("nav.claims") }}
      notices={
        <>
          {isOpen && !mayAct && <Notice>{t("readsOnly")}</Notice>}
          <WaitingActs acts={await listOpenActsOn(staff, claim.id)} />
        </>
      }
      acts={isOpen && mayAct && <RejectClaim claim={claim} />}
      first={isOpen && <CandidatesCard claim={claim} mayAct={mayAct} />}
      history={claim.history}
    >
      <ClaimFactsCard claim={claim} />
      <MessagesCard claim={claim} />
    </DetailPage>
  );
}
