"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { deleteEndpointAction } from "@/lib/webhooks/endpoints/actions";

export function DeleteEndpointDialog(form: DeleteEndpointFormProps) {
  const t = useTranslations("webhooks.stop");
  return (
    <Dialog
      title={t("deleteTitle")}
      lead={t("deleteWhat")}
      trigger={{ label: t("delete"), icon: <Trash2 aria-hidden />, size: "small" }}
    >
      <DeleteEndpointForm {...form} />
    </Dialog>
  );
}

type DeleteEndpointFormProps = {
  business: string;
  id: string;
  /** Typed to confirm. */
  host: string;
};

function DeleteEndpointForm({ business, id, host }: DeleteEndpointFormProps) {
  const t = useTranslations("webhooks.stop");
  const [typed, setTyped] = useState("");
  return (
    <Form
      action={deleteEndpointAction}
      stepUp={StepUp}
      hidden={{ business, id }}
      cancel={t("cancel")}
      submit={t("deleteNow")}
      button={{ variant: "danger", disabled: typed.trim() !== host }}
    >
      {(state) => (
        <Field
          label={t("deleteType", { host })}
          name="host"
          state={state}
          autoComplete="off"
          spellCheck={false}
          mono
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
    </Form>
  );
}
