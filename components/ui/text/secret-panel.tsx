import { useTranslations } from "next-intl";
import { useId } from "react";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Notice } from "@/components/ui/feedback/notice";
import { Input } from "@/components/ui/fields/controls";

/** A secret that is shown only now, with a warning. */
export function SecretPanel({ label, secret }: { label: string; secret: string }) {
  const t = useTranslations("ui");
  const id = useId();
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span className="flex items-center gap-1">
          <Input id={id} mono readOnly value={secret} autoComplete="off" spellCheck={false} />
          <CopyButton text={secret} />
        </span>
      </div>
      <Notice kind="warning">{t("secretOnce")}</Notice>
    </div>
  );
}
