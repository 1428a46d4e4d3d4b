import { clsx } from "clsx";
import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures line up on the right. */
  numeric?: boolean;
  /** Heads the card that a row becomes on a phone. */
  lead?: boolean;
  /** Its head is read but not shown: for a row's actions. */
  quiet?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** Rows of the same kind. On a phone each row becomes a card whose lines carry their column's head. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-raised max-sm:sr-only">
        <tr className="shadow-[inset_0_-1px_0_var(--line)]">
          {columns.map(({ id, head, numeric, quiet }) => (
            <th
              key={id}
              scope="col"
              className={clsx("px-4 py-2.5 font-medium text-muted text-sm", numeric ? "text-right" : "text-left")}
            >
              <span className={clsx(quiet && "sr-only")}>{head}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="relative border-line not-last:border-b hover:bg-hover has-[a[aria-current]]:bg-hover max-sm:grid max-sm:gap-1 max-sm:px-4 max-sm:py-3"
          >
            {columns.map((column) => (
              <TableCell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      data-head={column.head}
      className={clsx(
        "px-4 py-2.5 align-middle max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:p-0 max-sm:text-right",
        column.numeric && "text-right tabular-nums",
        column.quiet && "text-right max-sm:justify-end",
        column.lead ? "max-sm:order-first max-sm:pb-1" : "max-sm:flex",
        !column.lead &&
          !column.quiet &&
          "max-sm:before:shrink-0 max-sm:before:text-muted max-sm:before:text-sm max-sm:before:content-[attr(data-head)]",
      )}
    >
      {column.cell(row)}
    </td>
  );
}
