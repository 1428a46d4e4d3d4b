import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import type { SupportContact } from "@/lib/platform/mail/support";
import { TopUpForm } from "./top-up-form";

type TopUpCardProps = {
  business: string;
  /** Filled in, such as by a preset. */
  amount?: string;
  formToken: string;
  /** Whether an account to transfer to is configured. */
  isSetUp: boolean;
  contact?: SupportContact;
  buyer: ComponentProps<typeof TopUpForm>["buyer"];
};

export function TopUpCard({ isSetUp, contact, ...form }: TopUpCardProps) {
  const t = useTranslations("billing.form");
  return (
    <Card title={t("title")}>
      {isSetUp ? (
        <TopUpForm key={form.amount} {...form} />
      ) : (
        <Notice kind="warning">
          <p>{t("notSetUp")}</p>
          {contact && (
            <a className="underline underline-offset-2 wrap-anywhere" href={contact.href}>
              {contact.text}
            </a>
          )}
        </Notice>
      )}
    </Card>
  );
}
