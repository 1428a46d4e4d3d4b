"use client";

import { useTranslations } from "next-intl";
import { ActionForm } from "@/components/ui/fields/action-form";
import { cancelInvitationAction } from "@/lib/businesses/members/actions";

export function CancelInvitationForm({ business, id }: { business: string; id: string }) {
  const t = useTranslations("members.invite");
  return (
    <ActionForm
      action={cancelInvitationAction}
      hidden={{ business, id }}
      cancel={t("keep")}
      submit={t("cancel")}
      button={{ variant: "danger" }}
    />
  );
}
