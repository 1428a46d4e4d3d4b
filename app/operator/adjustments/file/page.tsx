import { getTranslations } from "next-intl/server";
import { BulkForm } from "@/components/operator/adjustments/bulk-form";
import { WayBack } from "@/components/operator/way-back";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { bulkColumns } from "@/lib/operator/adjustments/schema";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.adjustments", "fileTitle");

const example = `${bulkColumns.join(",")}
sach-noi,contract,25000000,HD 12/2026,Thanh toán theo hợp đồng,
nghe-nhin,promotion,200000,KM 11/2026,Khuyến mãi tháng 11,2026-12-31`;

export default async function AdjustmentFilePage() {
  const { role } = await requireStaff();
  const t = await getTranslations("operator");
  return (
    <Page
      title={t("adjustments.fileTitle")}
      lead={t("adjustments.fileLead")}
      back={<WayBack href="/operator/adjustments" label={t("nav.adjustments")} />}
    >
      {staffCan(role, "money") ? (
        <BulkForm columns={bulkColumns.join(", ")} example={example} />
      ) : (
        <Notice>{t("readsOnly")}</Notice>
      )}
    </Page>
  );
}
