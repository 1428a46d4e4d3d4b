import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import type { PastAct } from "@/lib/operator/history";
import { HistoryCard } from "./facts";
import { WayBack } from "./way-back";

type DetailPageProps = {
  title: string;
  lead: string;
  /** The list that it is a row of. */
  list: { href: Route; label: string };
  /** Over both columns: what waits, and why nothing can be done. */
  notices?: ReactNode;
  /** A card with what is done most often. */
  first?: ReactNode;
  /** The buttons of what can be done. */
  acts?: ReactNode;
  /** Cards of their own with further acts. */
  beside?: ReactNode;
  history: readonly PastAct[];
  /** The facts. */
  children: ReactNode;
};

/** One thing that the staff decides about: its facts on the left, what can be done and what was done on the right. */
export function DetailPage({ title, lead, list, notices, first, acts, beside, history, children }: DetailPageProps) {
  const t = useTranslations("operator");
  return (
    <Page title={title} lead={lead} back={<WayBack {...list} />}>
      {notices}
      <div className="grid min-w-0 grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
        <div className="grid min-w-0 gap-6">{children}</div>
        <div className="grid min-w-0 gap-6">
          {first}
          {acts && <Card title={t("acts")}>{acts}</Card>}
          {beside}
          <HistoryCard acts={history} />
        </div>
      </div>
    </Page>
  );
}
