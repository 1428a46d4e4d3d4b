import { FileUp } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AdjustmentTable } from "@/components/operator/adjustments/adjustment-table";
import { NewAdjustment } from "@/components/operator/adjustments/new-adjustment";
import { DeskList } from "@/components/operator/desk-list";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireStaff } from "@/lib/auth/staff";
import { adjustmentKinds, adjustmentStatuses } from "@/lib/billing/adjustments/schema";
import { env } from "@/lib/env";
import { formatVnd } from "@/lib/i18n/format";
import { listAdjustments } from "@/lib/operator/adjustments/list";
import { adjustmentAddressSchema } from "@/lib/operator/adjustments/schema";
import { staffCan } from "@/lib/principals/roles";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.adjustments"))("title") };
}

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
        {...{ path, filter, cursor, page }}
        fields={[
          {
            name: "state",
            label: t("state"),
            value: filter.state,
            choices: adjustmentStatuses.map((value) => ({ value, label: t(`states.${value}`) })),
          },
          {
            name: "kind",
            label: t("kind"),
            value: filter.kind,
            choices: adjustmentKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
          },
          { name: "batch", label: t("batch"), value: filter.batch, wide: true },
        ]}
        table={(shown) => <AdjustmentTable rows={shown} />}
        empty={{ title: t("empty"), lead: t("emptyLead") }}
      />
    </Page>
  );
}
