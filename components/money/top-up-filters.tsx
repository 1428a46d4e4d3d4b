import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/fields/controls";
import { FilterForm } from "@/components/ui/lists/filter-form";
import type { TopUpFilter } from "@/lib/money/top-ups/schema";
import { topUpsPath } from "./top-ups-path";

export function TopUpFilters({ business, filter }: { business: string; filter: TopUpFilter }) {
  const t = useTranslations("billing.filters");
  return (
    <FilterForm path={topUpsPath(business)} filter={filter} words="billing.filters" isPaired>
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
    </FilterForm>
  );
}
