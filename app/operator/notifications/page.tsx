import { Inbox } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { NotificationTable } from "@/components/operator/notifications/notifications";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { listNotifications } from "@/lib/operator/notifications/list";
import {
  notificationAddressSchema,
  notificationProviders,
  notificationStates,
} from "@/lib/operator/notifications/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.notifications", "title");

const path = "/operator/notifications";

export default async function NotificationsPage({ searchParams }: PageProps<"/operator/notifications">) {
  const staff = await requireStaff();
  const nav = await getTranslations("operator.nav");
  const { cursor, ...filter } = notificationAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.notifications"),
    listNotifications(staff, filter, cursor),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "state", label: t("state"), choices: choicesOf(notificationStates, (value) => t(`states.${value}`)) },
          {
            name: "provider",
            label: t("provider"),
            choices: choicesOf(notificationProviders, (value) => t(`providers.${value}`)),
          },
        ]}
        table={(shown) => <NotificationTable rows={shown} />}
        empty={{
          Icon: Inbox,
          title: t("empty"),
          lead: t("emptyLead"),
          act: { href: "/operator/setup", label: nav("setup") },
        }}
      />
    </Page>
  );
}
