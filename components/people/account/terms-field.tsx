"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { FieldError } from "@/components/ui/fields/field";
import type { ActionState } from "@/lib/platform/form";

export type Terms = { url: string; version: string };

type TermsFieldProps = Terms & { state: ActionState<unknown> };

export function TermsField({ url, version, state }: TermsFieldProps) {
  const t = useTranslations("auth.terms");
  const id = useId();
  const error = state.status === "refused" ? state.fields.terms : undefined;
  return (
    <div className="grid gap-1.5">
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          name="terms"
          value={version}
          required
          defaultChecked={state.status === "refused" && state.values.terms === version}
          aria-describedby={error && id}
          aria-invalid={error ? true : undefined}
          className="mt-[3px] size-4 shrink-0 accent-ink"
        />
        <span className="min-w-0">
          {t.rich("accept", {
            version,
            link: (words) => (
              <a href={url} target="_blank" rel="noreferrer" className="underline">
                {words}
              </a>
            ),
          })}
        </span>
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
