import { CircleCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { DeskFigures } from "@/components/operator/today/desk-figures";
import { FindBusiness } from "@/components/operator/today/find-business";
import { AlarmList, WaitingTable } from "@/components/operator/today/today";
import { RememberList } from "@/components/operator/way-back";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { readAlarms } from "@/lib/operator/alarms/alarms";
import { readFigures } from "@/lib/operator/today/figures";
import { todayAddressSchema } from "@/lib/operator/today/schema";
import { listWaiting } from "@/lib/operator/waiting/waiting";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.today", "title");

export default async function TodayPage({ searchParams }: PageProps<"/operator">) {
  const staff = await requireStaff();
  const address = todayAddressSchema.parse(await searchParams);
  const mayMoveMoney = staffCan(staff.role, "money");
  const [t, words, alarms, waiting, figures] = await Promise.all([
    getTranslations("operator.today"),
    getTranslations("operator"),
    readAlarms(staff),
    listWaiting(staff),
    readFigures(staff, Number(address.days ?? 7), address.region),
  ]);
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={
        mayMoveMoney && (
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/operator/adjustments">{words("nav.adjustments")}</ButtonLink>
            <ButtonLink href="/operator/prices/new">{words("prices.new")}</ButtonLink>
          </div>
        )
      }
    >
      <RememberList />
      <FindBusiness />
      <AlarmList alarms={alarms} mayClose={mayMoveMoney} />
      {waiting.total > 0 ? (
        <WaitingTable {...waiting} />
      ) : (
        <EmptyState Icon={CircleCheck} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      )}
      <DeskFigures address={address} figures={figures} />
    </Page>
  );
}
