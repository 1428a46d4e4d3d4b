"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import { Field } from "@/components/ui/fields/field";
import { archiveBusinessAction } from "@/lib/businesses/actions";

export function ArchiveForm({ business, name }: { business: string; name: string }) {
  const t = useTranslations("businesses");
  return (
    <ActionForm
      action={archiveBusinessAction}
      hidden={{ business }}
      frame={FreshForm}
      cancel={t("cancel")}
      submit={t("archiveNow")}
      button={{ variant: "danger" }}
    >
      {(state) => <Field label={t("archiveName", { name })} name="name" state={state} autoComplete="off" required />}
    </ActionForm>
  );
}
