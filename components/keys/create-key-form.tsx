"use client";

import { useTranslations } from "next-intl";
import { FreshForm } from "@/components/account/fresh-form";
import { ActionForm } from "@/components/ui/fields/action-form";
import { createKeyAction } from "@/lib/keys/actions";
import type { FirstCallExample } from "./first-call";
import { type KeyBounds, KeyFields } from "./key-fields";
import { NewSecret } from "./new-secret";

type CreateKeyFormProps = { business: string; example: FirstCallExample; bounds: KeyBounds };

export function CreateKeyForm({ business, example, bounds }: CreateKeyFormProps) {
  const t = useTranslations("keys");
  return (
    <ActionForm
      action={createKeyAction}
      hidden={{ business }}
      frame={FreshForm}
      result={({ secret }) => <NewSecret secret={secret} example={example} />}
      cancel={t("cancel")}
      submit={t("create")}
    >
      {(state) => <KeyFields state={state} bounds={bounds} />}
    </ActionForm>
  );
}
