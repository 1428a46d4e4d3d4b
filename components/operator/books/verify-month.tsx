"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/people/account/fresh-form";
import { SubmitButton } from "@/components/ui/buttons/submit-button";
import { FormMessage } from "@/components/ui/fields/form-message";
import { useFormAction } from "@/components/ui/fields/use-form-action";
import { Badge } from "@/components/ui/text/badge";
import { verifyMonthAction } from "@/lib/operator/books/actions";

/** Compares the journal of a locked month with what it was when it was locked. */
export function VerifyMonth({ month }: { month: string }) {
  const t = useTranslations("operator.books");
  const [state, verify] = useFormAction(verifyMonthAction);
  return (
    <FreshForm state={state} action={verify} hidden={{ month }}>
      <span className="flex flex-wrap items-center gap-2">
        <SubmitButton variant="secondary" size="small">
          {t("verify")}
        </SubmitButton>
        <span role="status">
          {state.status === "done" && (
            <Badge kind={state.data.isUnchanged ? "success" : "danger"}>
              {t(state.data.isUnchanged ? "unchanged" : "changed")}
            </Badge>
          )}
        </span>
      </span>
      <FormMessage state={state} />
    </FreshForm>
  );
}
