import type { LucideIcon } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { type Choice, Input, Select } from "@/components/ui/fields/controls";
import { FilterForm } from "@/components/ui/lists/filter-form";
import { PagedList } from "@/components/ui/lists/paged-list";
import type { OfferedBusiness } from "@/lib/operator/businesses/schema";
import { withQuery } from "@/lib/platform/with-query";
import { BusinessPicker, LazyAmountInput } from "./lazy-fields";
import { SearchInput } from "./search-input";
import { RememberList } from "./way-back";

type DeskListProps<Row, Filter> = {
  path: Route;
  filter: Filter;
  cursor?: string;
  /** An error if the URL has an unknown cursor. */
  page: { rows: readonly Row[]; next: string | null } | Error;
  fields?: readonly (Omit<ListFilter, "value"> & { name: keyof Filter & string })[];
  table: (rows: readonly Row[]) => ReactNode;
  /** `act`: where the next step is taken. */
  empty: { title: string; lead: string; Icon: LucideIcon; act?: { href: Route; label: string } };
};

export function DeskList<Row, Filter extends Record<string, string | undefined>>(list: DeskListProps<Row, Filter>) {
  const { path, filter, cursor, page, fields, table, empty } = list;
  const { rows, next } = page instanceof Error ? { rows: null, next: null } : page;
  return (
    <>
      <RememberList />
      {fields && <ListFilters path={path} fields={fields.map((field) => ({ ...field, value: filter[field.name] }))} />}
      <PagedList
        words="operator.lists"
        rows={rows}
        next={next}
        cursor={cursor}
        filter={filter}
        table={table}
        pathOf={(address) => withQuery(path, { ...address })}
        Icon={empty.Icon}
        empty={
          <EmptyState
            Icon={empty.Icon}
            title={empty.title}
            action={empty.act && <ButtonLink href={empty.act.href}>{empty.act.label}</ButtonLink>}
          >
            {empty.lead}
          </EmptyState>
        }
      />
    </>
  );
}

export type ListFilter = {
  name: string;
  label: string;
  value: string | undefined;
  type?: "text" | "search" | "date" | "month" | "amount" | "business";
  /** The business that `value` names. */
  business?: OfferedBusiness | null;
  /** A list to choose from, in place of a text. */
  choices?: readonly Choice[];
  inputMode?: "numeric";
  wide?: boolean;
};

export function ListFilters({ path, fields }: { path: Route; fields: readonly ListFilter[] }) {
  const t = useTranslations("operator.lists.filters");
  const isSearch = fields.some(({ type }) => type === "search" || type === "business");
  return (
    <FilterForm
      path={path}
      filter={fields.map(({ value }) => value)}
      words="operator.lists.filters"
      isPaired
      isSearch={isSearch}
    >
      {fields.map((field) => (
        <FilterLine key={field.name} field={field} allLabel={t("any")} />
      ))}
    </FilterForm>
  );
}

function FilterLine({ field, allLabel }: FilterInputProps) {
  const { name, label, value, wide, business, type } = field;
  const width = wide ? "col-span-2 sm:w-72" : "sm:w-40";
  if (type === "business")
    return (
      <div className={width}>
        <BusinessPicker name={name} label={label} picked={business} typed={value} />
      </div>
    );
  return (
    <label htmlFor={`filter-${name}`} className={`grid min-w-0 gap-1 text-muted text-sm ${width}`}>
      {label}
      <FilterInput field={field} allLabel={allLabel} />
    </label>
  );
}

type FilterInputProps = { field: ListFilter; allLabel: string };

function FilterInput({ field, allLabel }: FilterInputProps) {
  const { name, value, type = "text", choices, inputMode } = field;
  const id = `filter-${name}`;
  if (type === "amount") return <LazyAmountInput id={id} name={name} defaultValue={value} />;
  if (choices)
    return (
      <Select id={id} name={name} defaultValue={value ?? ""} choices={[{ value: "", label: allLabel }, ...choices]} />
    );
  const Control = type === "search" ? SearchInput : Input;
  return <Control id={id} name={name} type={type} inputMode={inputMode} defaultValue={value} autoComplete="off" />;
}
