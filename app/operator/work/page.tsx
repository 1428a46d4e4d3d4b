import { getTranslations } from "next-intl/server";
import { MessageKinds, OpenJobs, WorkCards } from "@/components/operator/work/work-cards";
import { WorkTabs } from "@/components/operator/work/work-tables";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { readWork } from "@/lib/operator/work/overview";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.work", "title");

export default async function WorkPage() {
  const staff = await requireStaff();
  const [t, work] = await Promise.all([getTranslations("operator.work"), readWork(staff)]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      <WorkTabs current="overview" />
      <WorkCards work={work} />
      <OpenJobs jobs={work.longJobs.open} />
      <MessageKinds kinds={work.messages} />
    </Page>
  );
}
