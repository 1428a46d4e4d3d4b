import type { Route } from "next";
import { useTranslations } from "next-intl";
import { type Choice, Input, Select } from "@/components/ui/fields/controls";
import { FilterForm } from "@/components/ui/lists/filter-form";
import type { AuditAddress, AuditFilter, StaffAuditFilter } from "@/lib/access/audit/schema";
import { withQuery } from "@/lib/platform/with-query";

export const auditPath = (business: string, address: AuditAddress = {}): Route =>
  withQuery(`/console/${business}/audit`, address);

export const auditFilePath = (business: string, filter: AuditFilter): Route =>
  withQuery(`/console/${business}/audit/audit.csv`, filter);

type AuditFiltersProps = {
  path: Route;
  filter: AuditFilter | StaffAuditFilter;
  actions: readonly string[];
  people: readonly Choice[];
};

export function AuditFilters({ path, filter, actions, people }: AuditFiltersProps) {
  const t = useTranslations("audit");
  const lists = {
    action: actions.map((value) => ({ value, label: t(`actions.${value}` as "title") })),
    person: people,
  };
  return (
    <FilterForm path={path} filter={filter} words="audit.filters">
      {(["action", "person"] as const).map((name) => (
        <label key={name} htmlFor={`filter-${name}`} className="grid min-w-44 gap-1 text-muted text-sm sm:max-w-64">
          {t(`filters.${name}`)}
          <Select
            id={`filter-${name}`}
            name={name}
            defaultValue={filter[name] ?? ""}
            choices={[{ value: "", label: t("filters.any") }, ...lists[name]]}
          />
        </label>
      ))}
      {(["from", "to"] as const).map((name) => (
        <label key={name} htmlFor={`filter-${name}`} className="grid gap-1 text-muted text-sm">
          {t(`filters.${name}`)}
          <Input id={`filter-${name}`} type="date" name={name} defaultValue={filter[name]} />
        </label>
      ))}
    </FilterForm>
  );
}
