import { Send } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { MessageTable } from "@/components/operator/work/selection-tables";
import { WorkTabs, workPath } from "@/components/operator/work/work-tables";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { messageAddressSchema, messageStates } from "@/lib/operator/work/schema";
import { listOutbox } from "@/lib/operator/work/work";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.work.tabs", "outbox");

const path = workPath("outbox");

export default async function OutboxPage({ searchParams }: PageProps<"/operator/work/outbox">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = messageAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.work"),
    listOutbox(staff, filter, cursor, outboxKinds),
  ]);
  const mayAct = staffCan(staff.role, "work");
  return (
    <Page title={t("tabs.outbox")} lead={t("leads.outbox")}>
      <WorkTabs current="outbox" />
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          {
            name: "kind",
            label: t("kind"),
            choices: outboxKinds
              .filter(({ name }) => !name.startsWith("webhooks "))
              .map(({ name }) => ({ value: name, label: name })),
          },
          {
            name: "state",
            label: t("status"),
            choices: choicesOf(messageStates, (value) => t(`messageStates.${value}`)),
          },
        ]}
        table={(shown) => <MessageTable rows={shown} mayAct={mayAct} kind={filter.kind} />}
        empty={{ Icon: Send, title: t("empties.outbox"), lead: t("emptyLeads.outbox") }}
      />
    </Page>
  );
}
