"use client";

import { useTranslations } from "next-intl";
import { DeskStepUp } from "@/components/operator/desk-step-up";
import { Form, FormMessage, SubmitButton } from "@/components/ui/fields/form";
import { Badge } from "@/components/ui/text/badge";
import { verifyMonthAction } from "@/lib/operator/books/actions";

/** Compares the journal of a locked month with what it was when it was locked. */
export function VerifyMonth({ month }: { month: string }) {
  const t = useTranslations("operator.books");
  return (
    <Form action={verifyMonthAction} stepUp={DeskStepUp} hidden={{ month }}>
      {(state) => (
        <>
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
        </>
      )}
    </Form>
  );
}
