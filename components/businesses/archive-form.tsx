"use client";

import { useTranslations } from "next-intl";
import { FreshActionForm } from "@/components/people/account/fresh-action-form";
import { Field } from "@/components/ui/fields/field";
import { archiveBusinessAction } from "@/lib/businesses/actions";

export function ArchiveForm({ business, name }: { business: string; name: string }) {
  const t = useTranslations("businesses");
  return (
    <FreshActionForm
      action={archiveBusinessAction}
      hidden={{ business }}
      cancel={t("cancel")}
      submit={t("archiveNow")}
      button={{ variant: "danger" }}
    >
      {(state) => <Field label={t("archiveName", { name })} name="name" state={state} autoComplete="off" required />}
    </FreshActionForm>
  );
}
