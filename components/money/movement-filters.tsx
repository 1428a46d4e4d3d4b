import { useTranslations } from "next-intl";
import { Input, Select } from "@/components/ui/fields/controls";
import { FilterForm } from "@/components/ui/lists/filter-form";
import { type MovementFilter, movementKinds, movementsPath } from "@/lib/money/movements/schema";

export function MovementFilters({ business, filter }: { business: string; filter: MovementFilter }) {
  const t = useTranslations("movements");
  const field = (name: "from" | "to" | "least" | "most" | "trackingId" | "transfer", width: string, type = "text") => {
    const id = `filter-${name}`;
    return (
      <label htmlFor={id} className={`grid min-w-0 gap-1 text-muted text-sm ${width}`}>
        {t(`filters.${name}`)}
        <Input
          id={id}
          name={name}
          type={type}
          defaultValue={filter[name]}
          autoComplete="off"
          inputMode={name === "least" || name === "most" ? "numeric" : undefined}
        />
      </label>
    );
  };
  return (
    <FilterForm path={movementsPath(business)} filter={filter} words="movements.filters" isPaired>
      <label htmlFor="filter-kind" className="col-span-2 grid min-w-36 gap-1 text-muted text-sm">
        {t("filters.kind")}
        <Select
          id="filter-kind"
          name="kind"
          defaultValue={filter.kind ?? ""}
          choices={[
            { value: "", label: t("filters.any") },
            ...movementKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
        />
      </label>
      {field("from", "max-[22.5rem]:col-span-2", "date")}
      {field("to", "max-[22.5rem]:col-span-2", "date")}
      {field("least", "sm:w-32")}
      {field("most", "sm:w-32")}
      {field("trackingId", "sm:w-44")}
      {field("transfer", "sm:w-44")}
      {filter.service && <input type="hidden" name="service" value={filter.service} />}
    </FilterForm>
  );
}
