import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Input } from "@/components/ui/fields/input";
import { type Choice, Select } from "@/components/ui/fields/select";

export type ListFilter = {
  name: string;
  label: string;
  value: string | undefined;
  type?: "text" | "search" | "date" | "month";
  /** A list to choose from, in place of a text. */
  choices?: readonly Choice[];
  inputMode?: "numeric";
  /** Takes more room than the others. */
  wide?: boolean;
};

/** Filters a list of the desk by its URL alone: it works before scripts load, and a filtered list can be shared. */
export function ListFilters({ path, fields }: { path: Route; fields: readonly ListFilter[] }) {
  const t = useTranslations("operator.lists.filters");
  return (
    <search className="print:hidden">
      <form
        key={JSON.stringify(fields.map(({ value }) => value))}
        action={path}
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      >
        {fields.map(({ name, label, value, type = "text", choices, inputMode, wide }) => (
          <label
            key={name}
            htmlFor={`filter-${name}`}
            className={`grid min-w-0 gap-1 text-muted text-sm ${wide ? "col-span-2 sm:w-72" : "sm:w-40"}`}
          >
            {label}
            {choices ? (
              <Select
                id={`filter-${name}`}
                name={name}
                defaultValue={value ?? ""}
                choices={[{ value: "", label: t("any") }, ...choices]}
              />
            ) : (
              <Input
                id={`filter-${name}`}
                name={name}
                type={type}
                defaultValue={value}
                inputMode={inputMode}
                autoComplete="off"
              />
            )}
          </label>
        ))}
        <div className="col-span-2 flex flex-wrap gap-2">
          <Button type="submit">{t("apply")}</Button>
          {fields.some(({ value }) => value) && (
            <ButtonLink href={path} variant="ghost">
              {t("clear")}
            </ButtonLink>
          )}
        </div>
      </form>
    </search>
  );
}
