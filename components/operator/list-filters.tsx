import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/fields/input";
import { type Choice, Select } from "@/components/ui/fields/select";
import { FilterForm } from "@/components/ui/lists/filter-form";
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

export function ListFilters({ path, fields }: { path: Route; fields: readonly ListFilter[] }) {
  const t = useTranslations("operator.lists.filters");
  return (
    <FilterForm path={path} filter={fields.map(({ value }) => value)} words="operator.lists.filters" isPaired>
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
    </FilterForm>
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
