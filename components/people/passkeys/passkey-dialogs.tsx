"use client";

import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { CloseDialog, Dialog } from "@/components/ui/dialogs/dialog";
import { Notice } from "@/components/ui/feedback/notice";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { removePasskeyAction, renamePasskeyAction } from "@/lib/people/passkeys/actions";

export function RenamePasskeyDialog({ id, name }: { id: string; name: string }) {
  const t = useTranslations("passkeys");
  const title = t("renameOf", { name });
  return (
    <Dialog title={title} trigger={{ label: t("rename"), fullLabel: title, size: "small" }}>
      <Form
        action={renamePasskeyAction}
        hidden={{ id }}
        result={() => <CloseDialog />}
        cancel={t("cancel")}
        submit={t("save")}
      >
        {(state) => (
          <Field
            label={t("name")}
            name="name"
            hint={t("nameHint")}
            state={state}
            defaultValue={name}
            autoComplete="off"
            required
          />
        )}
      </Form>
    </Dialog>
  );
}

export function RemovePasskeyDialog({ name, ...form }: RemovePasskeyFormProps & { name: string }) {
  const t = useTranslations("passkeys");
  return (
    <Dialog
      title={t("removeOf", { name })}
      trigger={{ label: t("remove"), fullLabel: t("removeOf", { name }), size: "small" }}
    >
      <RemovePasskeyForm {...form} />
    </Dialog>
  );
}

type RemovePasskeyFormProps = {
  id: string;
  isLastFactor: boolean;
  /** The id of the element that gets the focus: a removed passkey's row removes this form. */
  goOnAt: string;
};

function RemovePasskeyForm({ id, isLastFactor, goOnAt }: RemovePasskeyFormProps) {
  const t = useTranslations("passkeys");

  useFocusAfter(goOnAt);

  return (
    <Form
      action={removePasskeyAction}
      stepUp={StepUp}
      hidden={isLastFactor ? { id, endsTwoFactor: "yes" } : { id }}
      cancel={t("cancel")}
      submit={t(isLastFactor ? "removeLastNow" : "removeNow")}
      button={{ variant: "danger" }}
    >
      {isLastFactor && <Notice kind="warning">{t("removeLast")}</Notice>}
      <p className="text-muted">{t("removeLead")}</p>
    </Form>
  );
}
