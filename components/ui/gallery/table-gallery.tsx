import { Trash2 } from "lucide-react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { clock, minutes } from "@/lib/platform/clock";

type Row = { id: string; name: string; live: boolean; spentMilli: bigint; minutesAgo: number };

const rows: Row[] = [
  { id: "a", name: "Máy chủ chính", live: true, spentMilli: 1_250_000_000n, minutesAgo: 4 },
  { id: "b", name: "Ứng dụng đọc truyện cho trẻ em vùng cao", live: true, spentMilli: 300n, minutesAgo: 180 },
  { id: "c", name: "Thử nghiệm", live: false, spentMilli: 0n, minutesAgo: 60 * 24 * 12 },
];

const columns: Column<Row>[] = [
  { head: "Tên", cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    head: "Trạng thái",
    cell: ({ live }) => <Badge kind={live ? "success" : "danger"}>{live ? "Đang hoạt động" : "Đã thu hồi"}</Badge>,
  },
  { head: "Đã dùng", numeric: true, cell: ({ spentMilli }) => <Money amountMilli={spentMilli} /> },
  {
    head: "Lần cuối",
    cell: ({ minutesAgo }) => <RelativeTime time={new Date(clock.now().getTime() - minutes(minutesAgo))} />,
  },
  { head: "Thao tác", quiet: true, cell: ({ name }) => <IconButton label={`Thu hồi ${name}`} icon={<Trash2 />} /> },
];

export function TableGallery() {
  return <TableCard title="Table" caption="Khóa API" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
