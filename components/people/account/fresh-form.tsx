"use client";

import { useTranslations } from "next-intl";
import {
  type ComponentProps,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/buttons/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { DialogClose } from "@/components/ui/dialogs/dialog-close";
import { useInDialog } from "@/components/ui/dialogs/in-dialog";
import { Form } from "@/components/ui/fields/form";
import type { ActionState } from "@/lib/platform/form";
import { refill } from "./refill";
import { StepUpForm } from "./step-up-form";
import { StepUpLink } from "./step-up-link";

type FreshFormProps = Omit<ComponentProps<typeof Form>, "onSubmit"> & { state: ActionState<unknown> };

type Sent = { form: HTMLFormElement; data: FormData };

/** A form that is sent again after a proof of identity if its action needs one. Without scripts it links to a page. */
export function FreshForm({ state, action, ...form }: FreshFormProps) {
  const t = useTranslations("account.stepUp");
  const isInDialog = useInDialog();
  const sent = useRef<Sent>(null);
  const here = useRef<HTMLDivElement>(null);
  const [answered, setAnswered] = useState<ActionState<unknown>>();
  const ways = state.status === "refused" ? state.stepUp : undefined;
  const asks = ways && answered !== state;

  // React empties a form after its action, and no response contains what is secret.
  useLayoutEffect(() => {
    if (ways && sent.current) refill(sent.current.form, sent.current.data);
  }, [ways]);

  const cancel = () => {
    setAnswered(state);
    requestAnimationFrame(() => here.current?.querySelector<HTMLElement>("form [type=submit]")?.focus());
  };

  const sendAgain = () => {
    setAnswered(state);
    // Sent before its script had loaded, the form has only what the response returned.
    const form = here.current?.querySelector("form");
    const data = sent.current?.data ?? (form && new FormData(form));
    if (data) startTransition(() => action(data));
  };

  return (
    <>
      <div ref={here} hidden={Boolean(asks && isInDialog)}>
        <Form
          {...form}
          action={action}
          onSubmit={({ currentTarget, nativeEvent }) => {
            const data = new FormData(currentTarget, (nativeEvent as SubmitEvent).submitter);
            sent.current = { form: currentTarget, data };
          }}
        />
      </div>
      {ways && (
        <noscript>
          <p>{t("lead")}</p>
          <StepUpLink />
        </noscript>
      )}
      {asks && isInDialog && (
        <StepUpPanel>
          <StepUpForm
            ways={ways}
            onProven={sendAgain}
            cancel={
              <Button variant="ghost" onClick={cancel}>
                {t("back")}
              </Button>
            }
          />
        </StepUpPanel>
      )}
      {asks && !isInDialog && (
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

/** The proof in the place of a dialog's form, with the focus on its first field. */
function StepUpPanel({ children }: { children: ReactNode }) {
  const t = useTranslations("account.stepUp");
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus(), []);
  return (
    <section ref={panel} aria-label={t("title")} className="grid gap-4">
      <p className="text-muted">{t("lead")}</p>
      {children}
    </section>
  );
}
