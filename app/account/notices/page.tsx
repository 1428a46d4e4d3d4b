import { Bell } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { MarkAllReadForm } from "@/components/businesses/notices/notice-actions";
import { NoticeList, noticesPath } from "@/components/businesses/notices/notice-list";
import { PreferencesForm } from "@/components/businesses/notices/preferences-form";
import { PagedList } from "@/components/ui/lists/paged-list";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireViewer } from "@/lib/access/auth/session";
import { noticesAddressSchema } from "@/lib/access/notices/schema";
import { countUnread, listNotices } from "@/lib/businesses/notices/list";
import { getNoticePreferences } from "@/lib/businesses/notices/service";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("notices", "title");

export default async function NoticesPage({ searchParams }: PageProps<"/account/notices">) {
  const viewer = await requireViewer();
  const { cursor, unread } = noticesAddressSchema.parse(await searchParams);
  const [t, locale, count, preferences] = await Promise.all([
    getTranslations("notices"),
    getLocale(),
    countUnread(viewer),
    getNoticePreferences(viewer),
  ]);
  const page = await orError(listNotices(viewer, { cursor, unread: unread === "1", locale }));
  const list = page instanceof AppError ? { rows: null, next: null } : { rows: page.notices, next: page.next };
  const tabs = [
    { href: noticesPath(), label: t("all") },
    { href: noticesPath({ unread: "1" }), label: t("onlyUnread") },
  ];

  return (
    <Page title={t("title")} lead={t("lead")} action={count > 0 && <MarkAllReadForm />}>
      <TabLinks label={t("filter")} tabs={tabs} current={noticesPath({ unread })} />
      <PagedList
        words="notices"
        Icon={Bell}
        {...list}
        filter={{ unread }}
        cursor={cursor}
        pathOf={noticesPath}
        table={(rows) => <NoticeList notices={rows} />}
      />
      <PreferencesForm preferences={preferences} />
    </Page>
  );
}
