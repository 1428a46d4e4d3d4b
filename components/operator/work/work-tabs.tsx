import type { Route } from "next";
import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type WorkTab, workTabs } from "@/lib/operator/work/schema";

export const workPath = (tab: WorkTab) => (tab === "overview" ? "/operator/work" : `/operator/work/${tab}`) as Route;

export function WorkTabs({ current }: { current: WorkTab }) {
  const t = useTranslations("operator.work");
  return (
    <div className="border-line border-b">
      <TabLinks
        label={t("title")}
        tabs={workTabs.map((tab) => ({ href: workPath(tab), label: t(`tabs.${tab}`) }))}
        current={workPath(current)}
      />
    </div>
  );
}
