import { FileUp, Scale } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { AdjustmentTable, NewAdjustment } from "@/components/operator/adjustments/adjustments";
import { DeskList } from "@/components/operator/desk-list";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { choicesOf } from "@/components/ui/fields/controls";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { adjustmentKinds, adjustmentStatuses } from "@/lib/money/adjustments/schema";
import { listAdjustments } from "@/lib/operator/adjustments/list";
import { adjustmentAddressSchema } from "@/lib/operator/adjustments/schema";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.adjustments", "title");

const path = "/operator/adjustments";

export default async function AdjustmentsPage({ searchParams }: PageProps<"/operator/adjustments">) {
  const staff = await requireStaff();
  const { cursor, ...filter } = adjustmentAddressSchema.parse(await searchParams);
  const [t, locale, page] = await Promise.all([
    getTranslations("operator.adjustments"),
    getLocale(),
    orError(listAdjustments(staff, filter, cursor)),
  ]);
  const limit = formatVnd(env.CREDIT_APPROVAL_ABOVE_VND * 1000n, locale);
  const action = staffCan(staff.role, "money") && (
    <div className="flex flex-wrap gap-2">
      <ButtonLink href="/operator/adjustments/file" icon={<FileUp aria-hidden />}>
        {t("fromFile")}
      </ButtonLink>
      <NewAdjustment limit={limit} business={null} />
    </div>
  );
  return (
    <Page title={t("title")} lead={t("lead", { limit })} action={action}>
      <DeskList
        path={path}
        filter={filter}
        cursor={cursor}
        page={page}
        fields={[
          { name: "state", label: t("state"), choices: choicesOf(adjustmentStatuses, (value) => t(`states.${value}`)) },
          { name: "kind", label: t("kind"), choices: choicesOf(adjustmentKinds, (value) => t(`kinds.${value}`)) },
          { name: "batch", label: t("batch"), wide: true },
        ]}
        table={(shown) => <AdjustmentTable rows={shown} />}
        empty={{ Icon: Scale, title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
