"use client";

import { useTranslations } from "next-intl";
import { StepUpProof, type StepUpProps } from "@/components/people/account/step-up-proof";
import { proveCodeAction } from "@/lib/people/two-factor/actions";
import { AnyCodeField } from "./any-code-field";
import { CodeField } from "./code-field";

/** By a person's app or a recovery code. */
export function CodeStepUp({ by, ...props }: StepUpProps & { by: "code" | "recoveryCode" }) {
  const t = useTranslations("account.stepUp");
  return (
    <StepUpProof {...props} action={proveCodeAction}>
      {(state) =>
        by === "code" ? (
          <CodeField state={state} />
        ) : (
          <AnyCodeField label={t("recoveryCode")} state={state} autoComplete="off" />
        )
      }
    </StepUpProof>
  );
}
