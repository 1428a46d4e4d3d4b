"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { StepUp } from "@/components/people/account/step-up";
import { Form } from "@/components/ui/fields/form";
import { useFocusAfter } from "@/components/ui/fields/use-focus-after";
import { revokeKeyAction } from "@/lib/keys/actions";

export type RevokeKeyFormProps = {
  business: string;
  id: string;
  /** The part of the key that can be shown. */
  shown: ReactNode;
  /** The id of the element that gets the focus: a revoked key's row removes this form. */
  goOnAt: string;
};

export function RevokeKeyForm({ business, id, shown, goOnAt }: RevokeKeyFormProps) {
  const t = useTranslations("keys");

  useFocusAfter(goOnAt);

  return (
    <Form
      action={revokeKeyAction}
      stepUp={StepUp}
      hidden={{ business, id }}
      cancel={t("cancel")}
      submit={t("revokeNow")}
      button={{ variant: "danger" }}
    >
      <p className="text-muted">{t.rich("revokeLead", { key: () => shown })}</p>
    </Form>
  );
}
