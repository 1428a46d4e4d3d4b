"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, type ReactNode, useId } from "react";
import { DeskStepUp } from "@/components/operator/desk-step-up";
import { BusinessPicker } from "@/components/operator/lazy-fields";
import type { ModalProps } from "@/components/ui/dialogs/dialog";
import { CloseDialog, Dialog, DialogActions, useInDialog } from "@/components/ui/dialogs/dialog";
import { toast } from "@/components/ui/feedback/toast";
import { AmountField } from "@/components/ui/fields/amount-field";
import { Checklist } from "@/components/ui/fields/choice-cards";
import { type Choice, Select } from "@/components/ui/fields/controls";
import { Field, SelectField, TextareaField } from "@/components/ui/fields/field";
import { Form, FormMessage, SubmitButton } from "@/components/ui/fields/form";
import { type ReadyReasons, readyReasons } from "@/lib/access/reasons/choices";
import type { ActionState } from "@/lib/platform/form";

export type ActField = {
  name: string;
  label: string;
  hint?: string;
  /** A line of text if it is not set. */
  kind?:
    | "text"
    | "lines"
    | "amount"
    | "signedAmount"
    | "business"
    | "email"
    | "date"
    | "datetime-local"
    | "number"
    | "checks";
  /** A list to choose from, in place of a text; several of them with `checks`. */
  choices?: readonly Choice[];
  defaultValue?: string;
};

export type ActFormProps<Data> = {
  action: (state: ActionState<Data>, form: FormData) => Promise<ActionState<Data>>;
  /** So that boxes of a list can belong to it. */
  id?: string;
  hidden?: Record<string, string>;
  fields?: readonly ActField[];
  /** Asks for the reason, which the audit log keeps; `business`: its members read it too. */
  reason?: "business" | "staff";
  /** The ready-made reasons that can be chosen. */
  ready?: ReadyReasons;
  submit: string;
  isDanger?: boolean;
  /** One of several forms of a page: its button is not the page's main one. */
  isMinor?: boolean;
  children?: ReactNode;
};

/** The form of an act at the desk: its fields, the reason, and a proof of identity where its action requires one. */
export function ActForm<Data>({
  action,
  id,
  hidden,
  fields = [],
  reason,
  ready,
  submit,
  isDanger,
  isMinor,
  children,
}: ActFormProps<Data>) {
  const t = useTranslations("operator");
  const isInDialog = useInDialog();
  return (
    <Form
      id={id}
      action={action}
      onDone={(data) => toast(t(doesWait(data) ? "waits" : "done"))}
      stepUp={DeskStepUp}
      hidden={hidden}
    >
      {(state) => (
        <>
          {children}
          {fields.map((field) => (
            <FieldOf key={field.name} field={field} state={state} />
          ))}
          {ready && <ReadyReasonField of={ready} />}
          {reason && (
            <TextareaField
              name="reason"
              label={t("reason")}
              hint={t(reason === "business" ? "reasonHint" : "reasonStaffHint")}
              state={state}
              rows={2}
              maxLength={300}
            />
          )}
          <FormMessage state={state} />
          {state.status === "done" && isInDialog && <CloseDialog />}
          <DialogActions cancel={isInDialog ? t("cancel") : undefined}>
            <SubmitButton variant={isDanger ? "danger" : isMinor ? "secondary" : "primary"}>{submit}</SubmitButton>
          </DialogActions>
        </>
      )}
    </Form>
  );
}

/** Fills the field of the reason, where the text can still be changed. */
function ReadyReasonField({ of }: { of: ReadyReasons }) {
  const t = useTranslations("operator");
  const id = useId();
  const names = readyReasons[of] as readonly "contract"[];
  const texts = names.map((name) => t(`readyReasons.${of as "credit"}.${name}`));
  const fill = ({ currentTarget: { form, value } }: ChangeEvent<HTMLSelectElement>) => {
    const field = form?.elements.namedItem("reason");
    if (field instanceof HTMLTextAreaElement) field.value = value;
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {t("ready")}
      </label>
      <Select
        id={id}
        defaultValue=""
        onChange={fill}
        choices={[{ value: "", label: t("readyNone") }, ...texts.map((text) => ({ value: text, label: text }))]}
      />
    </div>
  );
}

/** Whether it was not done, since a second person decides about it. */
const doesWait = (data: unknown): boolean =>
  typeof data === "object" && data !== null && "waits" in data && data.waits === true;

function FieldOf({ field, state }: { field: ActField; state: ActionState<unknown> }) {
  const { kind = "text", choices, ...rest } = field;
  if (choices && kind === "checks")
    return <Checklist name={rest.name} legend={rest.label} choices={choices} state={state} />;
  if (choices) return <SelectField {...rest} choices={choices} state={state} />;
  if (kind === "lines") return <TextareaField {...rest} rows={6} state={state} />;
  if (kind === "amount") return <AmountField {...rest} state={state} />;
  // The keyboard of digits has no minus on a phone.
  if (kind === "signedAmount") return <AmountField {...rest} inputMode="text" state={state} />;
  if (kind === "business") return <BusinessPicker {...rest} state={state} />;
  return <Field {...rest} type={kind} autoComplete="off" state={state} />;
}

type ActDialogProps<Data> = Omit<ActFormProps<Data>, "submit"> &
  Pick<ModalProps, "title" | "lead"> & {
    trigger: NonNullable<ModalProps["trigger"]>;
    /** The same words as on the button that opens it, unless others are given. */
    submit?: string;
  };

export const ActDialog = <Data,>({ title, lead, trigger, submit = trigger.label, ...form }: ActDialogProps<Data>) => (
  <Dialog title={title} lead={lead} trigger={trigger}>
    <ActForm {...form} submit={submit} />
  </Dialog>
);
