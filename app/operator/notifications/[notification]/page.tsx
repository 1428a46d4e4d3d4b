import { getTranslations } from "next-intl/server";
import { DetailPage } from "@/components/operator/detail-page";
import { DismissNotification, NotificationFacts } from "@/components/operator/notifications/notifications";
import { ReadNotification } from "@/components/operator/notifications/read-notification";
import { Notice } from "@/components/ui/feedback/notice";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { findNotification } from "@/lib/operator/notifications/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.notifications", "one");

export default async function NotificationPage({ params }: PageProps<"/operator/notifications/[notification]">) {
  const staff = await requireStaff();
  const found = await orNotFound(findNotification(staff, (await params).notification));
  const t = await getTranslations("operator");
  const { id, status, history } = found;
  const mayAct = staffCan(staff.role, "money");
  return (
    <DetailPage
      title={t("notifications.one")}
      lead={id}
      list={{ href: "/operator/notifications", label: t("nav.notifications") }}
      notices={!mayAct && <Notice>{t("notifications.bodyHidden")}</Notice>}
      acts={status === "unrecorded" && mayAct && <DismissNotification id={id} />}
      history={history}
    >
      <NotificationFacts notification={found} />
      {mayAct && <ReadNotification id={id} />}
    </DetailPage>
  );
}
