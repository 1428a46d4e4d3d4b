import { useTranslations } from "next-intl";
import { useId } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Input } from "@/components/ui/fields/controls";

export function SigningSecret({ secret }: { secret: string }) {
  const t = useTranslations("webhooks.secret");
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {t("secret")}
        </label>
        <span className="flex items-center gap-1">
          <Input id={id} mono readOnly value={secret} autoComplete="off" spellCheck={false} />
          <CopyButton text={secret} what={t("secret")} />
        </span>
      </div>
      <Notice kind="warning">{t("once")}</Notice>
    </div>
  );
}
