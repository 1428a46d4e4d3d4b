import { PackageX } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { DeadLetterTable } from "@/components/operator/work/selection-tables";
import { WorkTabs, workPath } from "@/components/operator/work/work-tables";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { deadLetterAddressSchema } from "@/lib/operator/work/schema";
import { listSetAside } from "@/lib/operator/work/work";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.work.tabs", "dead-letters");

const path = workPath("dead-letters");

export default async function DeadLettersPage({ searchParams }: PageProps<"/operator/work/dead-letters">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = deadLetterAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([getTranslations("operator.work"), listSetAside(staff, filter, cursor)]);
  const mayAct = staffCan(staff.role, "work");
  return (
    <Page title={t("tabs.dead-letters")} lead={t("leads.dead-letters")}>
      <WorkTabs current="dead-letters" />
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[{ name: "q", label: t("searchResults"), type: "search", wide: true }]}
        table={(shown) => <DeadLetterTable rows={shown} mayAct={mayAct} />}
        empty={{ Icon: PackageX, title: t("empties.dead-letters"), lead: t("emptyLeads.dead-letters") }}
      />
    </Page>
  );
}
