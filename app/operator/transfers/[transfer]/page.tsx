import { getTranslations } from "next-intl/server";
import { ListFilters } from "@/components/operator/desk-list";
import { DetailPage } from "@/components/operator/detail-page";
import { WaitingActs } from "@/components/operator/money-acts/money-acts";
import { Suggestions, TransferActs, TransferFactsCard } from "@/components/operator/transfers/transfer-cards";
import { transferPath } from "@/components/operator/transfers/transfer-table";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { findOffered } from "@/lib/operator/businesses/list";
import { listOpenActsOn } from "@/lib/operator/money-acts/list";
import { searchBusinesses, suggestBusinesses } from "@/lib/operator/transfers/suggest";
import { findTransfer, type TransferDetail } from "@/lib/operator/transfers/transfers";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.transfers", "one");

export default async function TransferPage({ params, searchParams }: PageProps<"/operator/transfers/[transfer]">) {
  const staff = await requireStaff();
  const t = await getTranslations("operator");
  const transfer = await orNotFound(findTransfer(staff, (await params).transfer));
  const { business } = await searchParams;
  const mayAct = staffCan(staff.role, "money");
  return (
    <DetailPage
      title={t(`transfers.titles.${transfer.direction}`)}
      lead={transfer.id}
      list={{ href: "/operator/transfers", label: t("nav.transfers") }}
      notices={
        <>
          {!mayAct && transfer.acts.length > 0 && <Notice>{t("readsOnly")}</Notice>}
          <WaitingActs acts={await listOpenActsOn(staff, transfer.id)} />
        </>
      }
      acts={mayAct && transfer.acts.some((act) => act !== "assign") && <TransferActs transfer={transfer} />}
      first={
        transfer.acts.includes("assign") && (
          <Assign
            staff={staff}
            transfer={transfer}
            mayAct={mayAct}
            typed={typeof business === "string" ? business.trim() : ""}
          />
        )
      }
      history={transfer.history}
    >
      <TransferFactsCard transfer={transfer} />
    </DetailPage>
  );
}

type AssignProps = { staff: StaffMember; transfer: TransferDetail; mayAct: boolean; typed: string };

/** Whom the transfer may belong to, and a search for anyone else. */
async function Assign({ staff, transfer, mayAct, typed }: AssignProps) {
  const [t, suggestions, business, found] = await Promise.all([
    getTranslations("operator.transfers"),
    suggestBusinesses(transfer.unassigned),
    findOffered(staff, typed),
    typed ? searchBusinesses(staff, typed, transfer.amountVnd) : [],
  ]);
  return (
    <>
      <Card title={t("suggestions")}>
        {suggestions.length > 0 ? (
          <Suggestions transfer={transfer} suggestions={suggestions} mayAct={mayAct} />
        ) : (
          <p className="text-muted">{t("noSuggestion")}</p>
        )}
      </Card>
      <Card title={t("otherBusiness")}>
        <div className="grid gap-4">
          <ListFilters
            path={transferPath(transfer.id)}
            fields={[
              { name: "business", label: t("businessSearch"), value: typed, type: "business", wide: true, business },
            ]}
          />
          {found.length > 0 && <Suggestions transfer={transfer} mayAct={mayAct} suggestions={found} />}
          {typed && found.length === 0 && <p className="text-muted">{t("noBusiness")}</p>}
        </div>
      </Card>
    </>
  );
}
