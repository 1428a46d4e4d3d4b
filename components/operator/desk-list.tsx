import type { Route } from "next";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { withQuery } from "@/lib/platform/with-query";
import { type ListFilter, ListFilters } from "./list-filters";

type DeskListProps<Row, Filter> = {
  path: Route;
  filter: Filter;
  cursor?: string;
  /** An error if the URL has an unknown cursor. */
  page: { rows: readonly Row[]; next: string | null } | Error;
  fields?: readonly (Omit<ListFilter, "value"> & { name: keyof Filter & string })[];
  table: (rows: readonly Row[]) => ReactNode;
  empty: { title: string; lead: string };
};

export function DeskList<Row, Filter extends Record<string, string | undefined>>(list: DeskListProps<Row, Filter>) {
  const { path, filter, cursor, page, fields, table, empty } = list;
  const { rows, next } = page instanceof Error ? { rows: null, next: null } : page;
  return (
    <>
      {fields && <ListFilters path={path} fields={fields.map((field) => ({ ...field, value: filter[field.name] }))} />}
      <PagedList
        words="operator.lists"
        {...{ rows, next, cursor, filter, table }}
        pathOf={(address) => withQuery(path, { ...address })}
        empty={<EmptyState title={empty.title}>{empty.lead}</EmptyState>}
      />
    </>
  );
}
