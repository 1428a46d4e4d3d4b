import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import type { ActField } from "@/components/operator/act-form";
import { adjustmentKinds } from "@/lib/money/adjustments/schema";
import { requestAdjustmentAction } from "@/lib/operator/adjustments/actions";

type NewAdjustmentProps = {
  /** Above which a second person approves, in words. */
  limit: string;
  /** Null to ask for one. */
  business: { id: string; name: string } | null;
  isSmall?: boolean;
};

export function NewAdjustment({ limit, business, isSmall }: NewAdjustmentProps) {
  const t = useTranslations("operator.adjustments");
  const kinds = adjustmentKinds.map((value) => ({
    value,
    label: `${t(`kinds.${value}`)}: ${t(`kindHints.${value}`)}`,
  }));
  const businessFields: ActField[] = business
    ? []
    : [{ name: "business", label: t("business"), hint: t("businessHint") }];
  return (
    <ActDialog
      title={business ? t("newFor", { name: business.name }) : t("new")}
      lead={t("newLead", { limit })}
      trigger={isSmall ? { label: t("new"), size: "small" } : { label: t("new"), variant: "primary" }}
      action={requestAdjustmentAction}
      hidden={business ? { business: business.id } : undefined}
      fields={[
        ...businessFields,
        { name: "kind", label: t("kind"), choices: kinds, defaultValue: "contract" },
        { name: "amountVnd", label: t("amountVnd"), hint: t("amountHint") },
        { name: "reference", label: t("reference"), hint: t("referenceHint") },
        { name: "expiresAt", label: t("until"), hint: t("untilHint"), kind: "date" },
      ]}
      reason="business"
      submit={t("submit")}
    />
  );
}
