import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/fields/select";
import { FilterForm } from "@/components/ui/lists/filter-form";
import { attemptMethods, resultGroups, type SignInFilter, signInPeriods } from "@/lib/people/sign-in-log/schema";
import { signInLogPath } from "./sign-in-log-path";

export function SignInFilters({ filter }: { filter: SignInFilter }) {
  const t = useTranslations("signInLog");
  const lists = {
    result: resultGroups.map((value) => ({ value, label: t(`filters.${value}`) })),
    method: attemptMethods.map((value) => ({ value, label: t(`methods.${value}`) })),
    days: signInPeriods.map((value) => ({
      value,
      label: value === "1" ? t("filters.lastDay") : t("filters.last", { days: value }),
    })),
  };
  return (
    <FilterForm path={signInLogPath()} filter={filter} words="signInLog.filters">
      {(Object.keys(lists) as (keyof typeof lists)[]).map((name) => (
        <label key={name} htmlFor={`filter-${name}`} className="grid min-w-44 gap-1 text-muted text-sm">
          {t(`filters.${name}`)}
          <Select
            id={`filter-${name}`}
            name={name}
            defaultValue={filter[name] ?? ""}
            choices={[{ value: "", label: t(name === "days" ? "filters.allDays" : "filters.any") }, ...lists[name]]}
          />
        </label>
      ))}
    </FilterForm>
  );
}
