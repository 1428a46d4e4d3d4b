"use client";

import { Eye, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Dialog, DialogActions, DialogClose } from "@/components/ui/dialogs/dialog";
import { Input } from "@/components/ui/fields/controls";
import { Form, FormMessage, SubmitButton, useFormAction } from "@/components/ui/fields/form";
import { Card } from "@/components/ui/text/card";
import { revealHeaderValueAction, revealSecretAction, rotateSecretAction } from "@/lib/webhooks/endpoints/actions";
import { SigningSecret } from "./signing-secret";

// The clicked button is gone, so the focus moves to the secret, ready to be copied.
const selectInput = (panel: HTMLElement | null) => panel?.querySelector("input")?.select();

type SecretCardProps = { business: string; id: string; hasHeader: boolean };

/** The secrets of an endpoint: hidden until the reader has proved their identity again. */
export function SecretCard({ business, id, hasHeader }: SecretCardProps) {
  const t = useTranslations("webhooks.secret");
  // A secret that was shown before a rotation is hidden by it.
  const [rotatedAt, setRotatedAt] = useState(0);
  return (
    <Card title={t("title")}>
      <div className="grid gap-5">
        <p className="max-w-text text-muted">{t("lead")}</p>
        <RevealForm key={rotatedAt} business={business} id={id} what="secret" />
        {hasHeader && <RevealForm business={business} id={id} what="header" />}
        <div className="grid justify-items-start gap-2 border-line border-t pt-4">
          <p className="max-w-text text-muted">{t("rotateLead")}</p>
          <RotateSecretDialog business={business} id={id} onRotated={() => setRotatedAt(Date.now())} />
        </div>
      </div>
    </Card>
  );
}

type RevealFormProps = { business: string; id: string; what: "secret" | "header" };

/** Shows the signing secret, or the value of the partner's own header, until the page is left. */
function RevealForm({ what, ...hidden }: RevealFormProps) {
  const t = useTranslations("webhooks.secret");
  const bySecret = useFormAction(revealSecretAction);
  const byHeader = useFormAction(revealHeaderValueAction);
  const fieldId = useId();
  const [state] = what === "secret" ? bySecret : byHeader;
  const shown = state.status === "done" ? Object.values(state.data)[0] : undefined;
  return (
    <div className="grid max-w-form gap-1.5">
      <label htmlFor={shown === undefined ? undefined : fieldId} className="font-medium">
        {t(what)}
      </label>
      {shown === undefined ? (
        <Form<unknown> action={what === "secret" ? bySecret : byHeader} stepUp={StepUp} hidden={hidden}>
          <div className="flex flex-wrap items-center gap-3">
            <span aria-hidden className="font-mono text-muted">
              ••••••••••••••••
            </span>
            <SubmitButton size="small" variant="secondary" icon={<Eye aria-hidden />}>
              {t(`reveal.${what}`)}
            </SubmitButton>
          </div>
          <FormMessage state={state} />
        </Form>
      ) : (
        <span ref={selectInput} className="flex items-center gap-1">
          <Input id={fieldId} mono readOnly value={shown} autoComplete="off" spellCheck={false} />
          <CopyButton text={shown} what={t(what)} />
        </span>
      )}
    </div>
  );
}

/** A click outside leaves it open: it ends with the new secret. */
function RotateSecretDialog(form: RotateSecretFormProps) {
  const t = useTranslations("webhooks.secret");
  return (
    <Dialog
      title={t("rotateTitle")}
      lead={t("rotateHow")}
      keepOpen
      trigger={{ label: t("rotate"), icon: <RefreshCw /> }}
    >
      <RotateSecretForm {...form} />
    </Dialog>
  );
}

type RotateSecretFormProps = { business: string; id: string; onRotated: () => void };

function RotateSecretForm({ onRotated, ...hidden }: RotateSecretFormProps) {
  const t = useTranslations("webhooks.secret");
  return (
    <Form
      action={rotateSecretAction}
      onDone={onRotated}
      stepUp={StepUp}
      hidden={hidden}
      cancel={t("cancel")}
      submit={t("rotateNow")}
      result={({ secret }) => (
        <div ref={selectInput} className="grid min-w-0 gap-5">
          <SigningSecret secret={secret} />
          <p>{t("rotated")}</p>
          <DialogActions>
            <DialogClose variant="primary">{t("done")}</DialogClose>
          </DialogActions>
        </div>
      )}
    />
  );
}
