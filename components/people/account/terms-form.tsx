"use client";

import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { acceptTermsAction } from "@/lib/people/account/terms/actions";
import { type Terms, TermsField } from "./terms-field";

/** `next`: the path on this site to continue to. */
export function TermsForm({ terms, next }: { terms: Terms; next: string }) {
  const t = useTranslations("auth.terms");
  return (
    <Form action={acceptTermsAction} hidden={{ next }} submit={t("goOn")}>
      {(state) => <TermsField {...terms} state={state} />}
    </Form>
  );
}
