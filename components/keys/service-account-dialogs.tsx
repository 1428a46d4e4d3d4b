"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { StepUp } from "@/components/people/account/step-up";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Checklist } from "@/components/ui/fields/choice-cards";
import { Field } from "@/components/ui/fields/field";
import { Form } from "@/components/ui/fields/form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import type { Role } from "@/lib/access/principals/roles";
import { canGive, offeredScopes, speechScopes } from "@/lib/access/principals/scopes";
import { createServiceAccountAction, removeServiceAccountAction } from "@/lib/keys/accounts/actions";

type CreateProps = { business: string; role: Role };

export function CreateServiceAccountDialog(props: CreateProps) {
  const t = useTranslations("keys.accounts");
  return (
    <Dialog title={t("newTitle")} lead={t("newLead")} trigger={{ label: t("new"), icon: <Plus /> }}>
      <CreateForm {...props} />
    </Dialog>
  );
}

function CreateForm({ business, role }: CreateProps) {
  const t = useTranslations("keys");
  const choices = offeredScopes
    .filter((value) => canGive(role, value))
    .map((value) => ({ value, label: t(`scopes.${value}`), hint: t(`scopeHints.${value}`) }));
  return (
    <Form
      action={createServiceAccountAction}
      hidden={{ business }}
      stepUp={StepUp}
      onDone={(_, form) => toast(t("accounts.created", { name: String(form.get("name")) }))}
      closesDialog
      cancel={t("cancel")}
      submit={t("accounts.create")}
    >
      {(state) => (
        <>
          <Field
            label={t("name")}
            name="name"
            hint={t("accounts.nameHint")}
            state={state}
            maxLength={80}
            autoComplete="off"
          />
          <Checklist
            legend={t("services")}
            name="scopes"
            choices={choices}
            defaultValues={speechScopes}
            state={state}
          />
        </>
      )}
    </Form>
  );
}

type RemoveProps = {
  business: string;
  id: string;
  name: string;
  liveKeys: number;
  /** The id of the element that gets the focus: a removed account's row removes this form. */
  goOnAt: string;
};

export function RemoveServiceAccountDialog(props: RemoveProps) {
  const t = useTranslations("keys.accounts");
  const { name } = props;
  return (
    <Dialog title={t("removeTitle", { name })} trigger={{ label: t("remove"), fullLabel: t("removeOf", { name }) }}>
      <RemoveForm {...props} />
    </Dialog>
  );
}

function RemoveForm({ business, id, liveKeys, goOnAt }: RemoveProps) {
  const t = useTranslations("keys");
  useFocusAfter(goOnAt);
  return (
    <Form
      action={removeServiceAccountAction}
      hidden={{ business, id }}
      stepUp={StepUp}
      cancel={t("cancel")}
      submit={t("accounts.removeNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t("accounts.removeLead", { count: liveKeys })}</p>
    </Form>
  );
}
