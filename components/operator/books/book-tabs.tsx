import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type BooksAddress, bookViews } from "@/lib/operator/books/schema";
import { withQuery } from "@/lib/platform/with-query";

export const booksPath = ({ page, ...address }: BooksAddress) =>
  withQuery("/operator/books", { ...address, page: page === undefined ? undefined : String(page) });

const pathOf = (view: BooksAddress["view"]) => booksPath({ view: view === "balance" ? undefined : view });

export function BookTabs({ address }: { address: BooksAddress }) {
  const t = useTranslations("operator.books");
  return (
    <div className="border-line border-b">
      <TabLinks
        label={t("title")}
        tabs={bookViews.map((view) => ({ href: pathOf(view), label: t(`views.${view}`) }))}
        current={pathOf(address.view)}
      />
    </div>
  );
}
