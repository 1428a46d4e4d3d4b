import type { Route } from "next";
import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/lists/tab-links";

const pages = {
  overview: "",
  movements: "/movements",
  statements: "/statements",
  topUps: "/top-ups",
  invoices: "/invoices",
  refunds: "/refunds",
  prices: "/prices",
};
type BillingPage = keyof typeof pages;

const pathOf = (business: string, page: BillingPage) => `/console/${business}/billing${pages[page]}` as Route;

export function BillingTabs({ business, page }: { business: string; page: BillingPage }) {
  const t = useTranslations("billing.tabs");
  const tabs = (Object.keys(pages) as BillingPage[]).map((name) => ({ href: pathOf(business, name), label: t(name) }));
  return (
    <div className="border-line border-b print:hidden">
      <TabLinks label={t("label")} tabs={tabs} current={pathOf(business, page)} />
    </div>
  );
}
