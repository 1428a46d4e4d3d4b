import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Input } from "@/components/ui/fields/input";
import type { TopUpFilter } from "@/lib/billing/top-ups/schema";
import { topUpsPath } from "./top-ups-path";

export function TopUpFilters({ business, filter }: { business: string; filter: TopUpFilter }) {
  const t = useTranslations("billing.filters");
  return (
    <search>
      <form
        key={JSON.stringify(filter)}
        action={topUpsPath(business)}
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      >
        {(["month", "least", "most", "reference"] as const).map((name) => (
          <label
            key={name}
            htmlFor={`filter-${name}`}
            className="grid min-w-0 gap-1 text-muted text-sm max-sm:first:col-span-2 max-sm:nth-4:col-span-2 sm:w-44"
          >
            {t(name)}
            <Input
              id={`filter-${name}`}
              name={name}
              type={name === "month" ? "month" : "text"}
              defaultValue={filter[name]}
              autoComplete="off"
              inputMode={name === "least" || name === "most" ? "numeric" : undefined}
            />
          </label>
        ))}
        <div className="col-span-2 flex flex-wrap gap-2">
          <Button type="submit">{t("apply")}</Button>
          {Object.values(filter).some(Boolean) && (
            <ButtonLink href={topUpsPath(business)} variant="ghost">
              {t("clear")}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
