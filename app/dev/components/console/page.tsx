import { notFound } from "next/navigation";
import { ConsoleShell } from "@/components/shell/console-shell";
import { Balance } from "@/components/shell/live-balance";
import { TableGallery } from "@/components/ui/gallery/table-gallery";
import { Page } from "@/components/ui/text/page";
import { hasDevelopmentPages } from "@/lib/access/auth/development";

const businesses = [
  { slug: "hoa-sen", name: "Công ty Cổ phần Phát thanh Hoa Sen", pictureId: null },
  { slug: "doc-sach", name: "Đọc sách", pictureId: null },
];

export default async function ConsoleFramePage() {
  if (!(await hasDevelopmentPages())) notFound();
  return (
    <ConsoleShell
      business={{ slug: "hoa-sen", name: "Công ty Cổ phần Phát thanh Hoa Sen", pictureId: null, role: "owner" }}
      businesses={businesses}
      balance={<Balance amountMilli={12_500_000_000n} />}
      unread={3}
      user={{ name: "Nguyễn Thị Phương Thảo", email: "thao@hoasen.example" }}
    >
      <Page title="Khóa API" lead="Khóa cho phép máy chủ của bạn gọi Vang.">
        <TableGallery />
      </Page>
    </ConsoleShell>
  );
}
