import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { resumeBusinessAction, suspendBusinessAction } from "@/lib/operator/businesses/actions";
import type { BusinessDetail } from "@/lib/operator/businesses/find";

export function BusinessActs({ business: { id, name, state, suspendedFor } }: { business: BusinessDetail }) {
  const t = useTranslations("operator.businesses");
  if (state === "active")
    return (
      <ActDialog
        title={t("suspendTitle", { name })}
        lead={t("suspendLead")}
        trigger={{ label: t("suspend"), variant: "danger" }}
        action={suspendBusinessAction}
        hidden={{ id }}
        reason="business"
        isDanger
      />
    );
  return (
    <ActDialog
      title={t("resumeTitle", { name })}
      lead={t(suspendedFor ? "resumeOwingLead" : "resumeLead")}
      trigger={{ label: t("resume"), variant: "primary" }}
      action={resumeBusinessAction}
      hidden={{ id }}
      reason="staff"
    />
  );
}
