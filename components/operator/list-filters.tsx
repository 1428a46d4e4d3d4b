import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Input } from "@/components/ui/fields/input";
import { type Choice, Select } from "@/components/ui/fields/select";
import { SearchInput } from "./search-input";

export type ListFilter = {
  name: string;
  label: string;
  value: string | undefined;
  type?: "text" | "search" | "date" | "month";
  /** A list to choose from, in place of a text. */
  choices?: readonly Choice[];
  inputMode?: "numeric";
  wide?: boolean;
};

/** Filters a list of the desk by its URL alone: it works before scripts load, and a filtered list can be shared. */
export function ListFilters({ path, fields }: { path: Route; fields: readonly ListFilter[] }) {
  const t = useTranslations("operator.lists.filters");
  return (
    <search>
      <form
        key={JSON.stringify(fields.map(({ value }) => value))}
        action={path}
        className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
      >
        {fields.map((field) => (
          <label
            key={field.name}
            htmlFor={`filter-${field.name}`}
            className={`grid min-w-0 gap-1 text-muted text-sm ${field.wide ? "col-span-2 sm:w-72" : "sm:w-40"}`}
          >
            {field.label}
            <FilterInput field={field} allLabel={t("any")} />
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

function FilterInput({ field, allLabel }: { field: ListFilter; allLabel: string }) {
  const { name, value, type = "text", choices, inputMode } = field;
  const id = `filter-${name}`;
  if (choices)
    return (
      <Select id={id} name={name} defaultValue={value ?? ""} choices={[{ value: "", label: allLabel }, ...choices]} />
    );
  const Control = type === "search" ? SearchInput : Input;
  return <Control {...{ id, name, type, inputMode }} defaultValue={value} autoComplete="off" />;
}
