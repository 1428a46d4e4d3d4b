import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DeskList } from "@/components/operator/desk-list";
import { NotificationTable } from "@/components/operator/notifications/notification-table";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/auth/staff";
import { listNotifications } from "@/lib/operator/notifications/list";
import {
  notificationAddressSchema,
  notificationProviders,
  notificationStates,
} from "@/lib/operator/notifications/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.notifications"))("title") };
}

const path = "/operator/notifications";

export default async function NotificationsPage({ searchParams }: PageProps<"/operator/notifications">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = notificationAddressSchema.parse(await searchParams);
  const [t, page] = await Promise.all([
    getTranslations("operator.notifications"),
    listNotifications(staff, filter, cursor),
  ]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <DeskList
        {...{ path, filter, cursor, page }}
        fields={[
          {
            name: "state",
            label: t("state"),
            value: filter.state,
            choices: notificationStates.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            name: "provider",
            label: t("provider"),
            value: filter.provider,
            choices: notificationProviders.map((value) => ({ value, label: t(`providers.${value}`) })),
          },
        ]}
        table={(shown) => <NotificationTable rows={shown} />}
        empty={{ title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
