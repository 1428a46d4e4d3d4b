"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, startTransition, useRef, useState } from "react";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { Form } from "@/components/ui/fields/form";
import type { ActionState } from "@/lib/form";
import { StepUpForm } from "./step-up-form";
import { StepUpLink } from "./step-up-link";

type FreshFormProps = Omit<ComponentProps<typeof Form>, "onSubmit"> & { state: ActionState<unknown> };

/**
 * A form whose action can first require a proof of identity: it then opens a dialog over the form, and sends the same
 * form again after the proof. Without scripts the form's message links to a page that asks.
 */
export function FreshForm({ state, action, ...form }: FreshFormProps) {
  const t = useTranslations("account.stepUp");
  const sent = useRef<FormData>(null);
  const [answered, setAnswered] = useState<ActionState<unknown>>();
  const ways = state.status === "refused" ? state.stepUp : undefined;
  const asks = ways && answered !== state;

  const sendAgain = () => {
    setAnswered(state);
    const form = sent.current;
    if (form) startTransition(() => action(form));
  };

  return (
    <>
      <Form
        {...form}
        action={action}
        onSubmit={(event) => {
          sent.current = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
        }}
      />
      {ways && (
        <noscript>
          <StepUpLink />
        </noscript>
      )}
      {asks && (
        <Dialog title={t("title")} lead={t("lead")} onClose={() => setAnswered(state)}>
          <StepUpForm
            ways={ways}
            onProven={sendAgain}
            cancel={<DialogClose variant="ghost">{t("cancel")}</DialogClose>}
          />
        </Dialog>
      )}
    </>
  );
}
