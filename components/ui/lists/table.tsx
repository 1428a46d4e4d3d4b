import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Card, type CardProps } from "@/components/ui/text/card";

export type Column<Row> = {
  /** Also its key: no other column has the same. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers. */
  numeric?: boolean;
  /** The heading of the card that a row becomes on a narrow screen: the first column, unless another says so. */
  lead?: boolean;
  /** Hidden on medium widths. */
  spare?: boolean;
  /** Its header is for screen readers only: for a row's actions. */
  quiet?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A table. On a narrow screen each row becomes a card whose lines repeat the column headers. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  const heading = columns.find(({ lead }) => lead) ?? columns.find(({ quiet }) => !quiet);
  return (
    <div className={columns.length > 4 ? "@container/many" : "@container/few"}>
      <table className="w-full folded:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 z-10 bg-raised folded:sr-only">
          <tr className="shadow-[inset_0_-1px_0_var(--line)]">
            {columns.map(({ head, numeric, quiet, spare }) => (
              <th
                key={head}
                scope="col"
                className={clsx(
                  "px-4 py-2.5 font-medium text-muted text-sm whitespace-nowrap",
                  numeric ? "text-right" : "text-left",
                  spare && "tight:hidden",
                )}
              >
                <span className={clsx(quiet && "sr-only")}>{head}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="folded:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className="relative border-line not-last:border-b hover:bg-hover has-[a[aria-current]]:bg-hover folded:grid folded:gap-1 folded:px-4 folded:py-3"
            >
              {columns.map((column) => (
                <TableCell key={column.head} column={column} row={row} isHeading={column === heading} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TableCardProps<Row> = TableProps<Row> & Pick<CardProps, "title" | "action">;

/** A card with nothing but a table, which reaches its border. */
export const TableCard = <Row,>({ title, action, ...table }: TableCardProps<Row>) => (
  <Card title={title} action={action} padded={false}>
    <Table {...table} />
  </Card>
);

type TableCellProps<Row> = { column: Column<Row>; row: Row; isHeading: boolean };

function TableCell<Row>({ column, row, isHeading }: TableCellProps<Row>) {
  return (
    <td
      data-head={column.head}
      className={clsx(
        "px-4 py-2.5 align-middle folded:items-baseline folded:justify-between folded:gap-4 folded:p-0 folded:empty:hidden",
        column.numeric && "text-right tabular-nums whitespace-nowrap",
        column.quiet && "text-right folded:justify-end folded:pt-2",
        column.spare && "tight:hidden",
        isHeading ? "folded:order-first folded:pb-1" : "folded:flex folded:text-right",
        !isHeading &&
          !column.quiet &&
          "folded:before:shrink-0 folded:before:text-muted folded:before:text-sm folded:before:content-[attr(data-head)]",
      )}
    >
      {column.cell(row)}
    </td>
  );
}
