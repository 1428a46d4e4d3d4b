import { getTranslations } from "next-intl/server";
import {
  BalanceView,
  BookTabs,
  LiabilitiesView,
  PeriodsView,
  RevenueView,
} from "@/components/operator/books/book-views";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import type { StaffMember } from "@/lib/access/principals/staff";
import { listLocks, readBalance, readLiabilities, readRevenue } from "@/lib/operator/books/books";
import { type BooksAddress, booksAddressSchema } from "@/lib/operator/books/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.books", "title");

export default async function BooksPage({ searchParams }: PageProps<"/operator/books">) {
  const staff = await requireStaff();
  const address = booksAddressSchema.parse(await searchParams);
  const [t, view] = await Promise.all([getTranslations("operator.books"), readView(staff, address)]);
  return (
    <Page title={t("title")} lead={t(`leads.${address.view ?? "balance"}`)}>
      <BookTabs address={address} />
      {view}
    </Page>
  );
}

async function readView(staff: StaffMember, address: BooksAddress) {
  if (address.view === "revenue") return <RevenueView address={address} {...(await readRevenue(staff, address))} />;
  if (address.view === "liabilities")
    return <LiabilitiesView address={address} {...(await readLiabilities(staff, address))} />;
  if (address.view === "periods")
    return <PeriodsView locks={await listLocks(staff)} mayAct={staffCan(staff.role, "money")} />;
  return <BalanceView {...(await readBalance(staff, address))} />;
}
