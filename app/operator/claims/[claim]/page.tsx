import { getTranslations } from "next-intl/server";
import { CandidatesCard, ClaimFactsCard, MessagesCard, RejectClaim } from "@/components/operator/claims/claims";
import { HistoryCard } from "@/components/operator/facts";
import { WaitingActs } from "@/components/operator/money-acts/money-acts";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
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
    <Page title={t("claims.one")} lead={claim.id} action={isOpen && mayAct && <RejectClaim claim={claim} />}>
      {isOpen && !mayAct && <Notice>{t("readsOnly")}</Notice>}
      <WaitingActs acts={await listOpenActsOn(staff, claim.id)} />
      <ClaimFactsCard claim={claim} />
      {isOpen && <CandidatesCard claim={claim} mayAct={mayAct} />}
      <MessagesCard claim={claim} />
      <HistoryCard acts={claim.history} />
    </Page>
  );
}
