"use client";

import { Eye } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { FreshForm } from "@/components/people/account/fresh-form";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { Input } from "@/components/ui/fields/input";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { revealHeaderValueAction, revealSecretAction } from "@/lib/webhooks/endpoints/actions";

const select = (input: HTMLElement | null) => input?.querySelector("input")?.select();

type RevealFormProps = { business: string; id: string; what: "secret" | "header" };

/** Shows the signing secret, or the value of the partner's own header, until the page is left. */
export function RevealForm({ what, ...hidden }: RevealFormProps) {
  const t = useTranslations("webhooks.secret");
  const [bySecret, revealSecret] = useFormAction(revealSecretAction);
  const [byHeader, revealHeader] = useFormAction(revealHeaderValueAction);
  const fieldId = useId();
  const [state, reveal] = what === "secret" ? [bySecret, revealSecret] : [byHeader, revealHeader];
  const shown = state.status === "done" ? Object.values(state.data)[0] : undefined;
  return (
    <div className="grid max-w-form gap-1.5">
      <label htmlFor={shown === undefined ? undefined : fieldId} className="font-medium">
        {t(what)}
      </label>
      {shown === undefined ? (
        <FreshForm state={state} action={reveal} hidden={hidden}>
          <div className="flex flex-wrap items-center gap-3">
            <span aria-hidden className="font-mono text-muted">
              ••••••••••••••••
            </span>
            <SubmitButton size="small" variant="secondary" icon={<Eye aria-hidden />}>
              {t(`reveal.${what}`)}
            </SubmitButton>
          </div>
          <FormMessage state={state} />
        </FreshForm>
      ) : (
        <span ref={select} className="flex items-center gap-1">
          <Input id={fieldId} mono readOnly value={shown} autoComplete="off" spellCheck={false} />
          <CopyButton text={shown} what={t(what)} />
        </span>
      )}
    </div>
  );
}
