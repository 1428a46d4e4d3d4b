import { useTranslations } from "next-intl";
import { SearchInput } from "@/components/operator/search-input";
import { Button } from "@/components/ui/buttons/button";

/** Where most work that nothing waits for begins: with a business that someone calls about. */
export function FindBusiness() {
  const t = useTranslations("operator.today");
  return (
    <search>
      <form action="/operator/businesses" className="flex max-w-form items-end gap-2">
        <label htmlFor="find-business" className="grid min-w-0 flex-1 gap-1 text-muted text-sm">
          {t("findBusiness")}
          <SearchInput id="find-business" name="q" type="search" required autoComplete="off" />
        </label>
        <Button type="submit">{t("find")}</Button>
      </form>
    </search>
  );
}
