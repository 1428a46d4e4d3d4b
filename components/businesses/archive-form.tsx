"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { archiveBusinessAction } from "@/lib/businesses/actions";

export function ArchiveForm({ business, name }: { business: string; name: string }) {
  const t = useTranslations("businesses");
  return (
    <Form
      action={archiveBusinessAction}
      stepUp={StepUp}
      hidden={{ business }}
      cancel={t("cancel")}
      submit={t("archiveNow")}
      button={{ variant: "danger" }}
    >
      {(state) => <Field label={t("archiveName", { name })} name="name" state={state} autoComplete="off" required />}
    </Form>
  );
}
