import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Select } from "@/components/ui/fields/select";
import { attemptMethods, resultGroups, type SignInFilter, signInPeriods } from "@/lib/sign-in-log/schema";
import { signInLogPath } from "./sign-in-log-path";

/** Filters the list by its URL alone, so it works before scripts load. */
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
    <search>
      <form
        key={JSON.stringify(filter)}
        action={signInLogPath()}
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
            <ButtonLink href={signInLogPath()} variant="ghost">
              {t("filters.clear")}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
