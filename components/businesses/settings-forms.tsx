"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { AskUnsaved } from "@/components/ui/fields/ask-unsaved";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { archiveBusinessAction, renameBusinessAction } from "@/lib/businesses/actions";

export function NameForm({ business, name }: { business: string; name: string }) {
  const t = useTranslations("settings.general");
  const hint = t("nameHint", { address: `/console/${business}` });
  return (
    <Form
      action={renameBusinessAction}
      hidden={{ business }}
      notice={t("saved")}
      submit={t("save")}
      button={{ variant: "secondary" }}
    >
      {(state) => (
        <>
          <AskUnsaved state={state} />
          <Field label={t("name")} name="name" state={state} hint={hint} defaultValue={name} required />
        </>
      )}
    </Form>
  );
}

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
