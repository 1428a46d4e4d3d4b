"use client";

import { usePathname } from "next/navigation";
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
import { Link } from "@/components/ui/text/link";
import type { ActionState } from "@/lib/platform/form";
import { StepUpForm } from "./step-up-form";

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

/** The link for a form that needs a proof when no dialog can open: to a page that asks, and leads back here. */
function StepUpLink() {
  const t = useTranslations("account.stepUp");
  return <Link href={{ pathname: "/account/confirm", query: { next: usePathname() } }}>{t("link")}</Link>;
}

/** Puts what was typed back into the fields of a form that was reset. Chosen files stay lost: no page may set them. */
function refill(form: HTMLFormElement, data: FormData): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) {
      field.checked = data.getAll(field.name).includes(field.value);
    } else if (isText(field)) {
      const typed = data.get(field.name);
      if (typeof typed === "string") field.value = typed;
    }
  }
}

const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  field instanceof HTMLTextAreaElement ||
  field instanceof HTMLSelectElement ||
  (field instanceof HTMLInputElement && !["hidden", "file", "submit"].includes(field.type));
