import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Select } from "@/components/ui/fields/select";
import { type ActivityFilter, activityPeriods, attemptMethods, resultGroups } from "@/lib/sign-in-log/schema";
import { activityPath } from "./activity-path";

/** Filters the list by its URL alone, so it works before scripts load. */
export function ActivityFilters({ filter }: { filter: ActivityFilter }) {
  const t = useTranslations("activity");
  const lists = {
    result: resultGroups.map((value) => ({ value, label: t(`filters.${value}`) })),
    method: attemptMethods.map((value) => ({ value, label: t(`methods.${value}`) })),
    days: activityPeriods.map((value) => ({
      value,
      label: value === "1" ? t("filters.lastDay") : t("filters.last", { days: value }),
    })),
  };
  return (
    <search>
      <form
        key={JSON.stringify(filter)}
        action={activityPath()}
        className="grid items-end gap-3 sm:flex sm:flex-wrap [&>label]:min-w-44"
      >
        {(Object.keys(lists) as (keyof typeof lists)[]).map((name) => (
          <label key={name} htmlFor={`filter-${name}`} className="grid gap-1 text-muted text-sm">
            {t(`filters.${name}`)}
            <Select
              id={`filter-${name}`}
              name={name}
              defaultValue={filter[name] ?? ""}
              choices={[{ value: "", label: t(name === "days" ? "filters.allDays" : "filters.any") }, ...lists[name]]}
            />
          </label>
        ))}
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{t("filters.apply")}</Button>
          {Object.values(filter).some(Boolean) && (
            <ButtonLink href={activityPath()} variant="ghost">
              {t("filters.clear")}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
