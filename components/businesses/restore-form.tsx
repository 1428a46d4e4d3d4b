"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import { restoreBusinessAction } from "@/lib/businesses/actions";

export function RestoreForm({ slug, name }: { slug: string; name: string }) {
  const t = useTranslations("businesses");
  return (
    <ActionForm
      action={restoreBusinessAction}
      hidden={{ slug }}
      frame={FreshForm}
      submit={t("restore")}
      button={{ variant: "secondary", size: "small", "aria-label": t("restoreOf", { name }) }}
    />
  );
}
