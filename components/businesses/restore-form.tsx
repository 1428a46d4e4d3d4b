"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { restoreBusinessAction } from "@/lib/businesses/actions";

export function RestoreForm({ slug, name }: { slug: string; name: string }) {
  const t = useTranslations("businesses");
  return (
    <FreshActionForm
      action={restoreBusinessAction}
      hidden={{ slug }}
      submit={t("restore")}
      button={{ variant: "secondary", size: "small", "aria-label": t("restoreOf", { name }) }}
    />
  );
}
