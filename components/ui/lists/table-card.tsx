import { Card, type CardProps } from "@/components/ui/text/card";
import { Table, type TableProps } from "./table";

type TableCardProps<Row> = TableProps<Row> & Pick<CardProps, "title" | "action">;

/** A card with nothing but a table, which reaches its border. */
export const TableCard = <Row,>({ title, action, ...table }: TableCardProps<Row>) => (
  <Card {...{ title, action }} padded={false}>
    <Table {...table} />
  </Card>
);
