"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "./button";
import { IconButton } from "./icon-button";

type CopyButtonProps = {
  text: string;
  /** A label beside the icon; without one only the icon is shown. */
  label?: string;
  /** Names what is copied, where a page has several buttons with an icon only. */
  what?: string;
};

const confirmedForMs = 2000;

export function CopyButton({ text, label, what }: CopyButtonProps) {
  const t = useTranslations("ui");
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), confirmedForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast(t("copyFailed"), "danger"),
    );
  const icon = isCopied ? <Check className="text-jade" /> : <Copy />;

  return (
    <span aria-live="polite">
      {label ? (
        <Button size="small" icon={icon} onClick={copy}>
          {isCopied ? t("copied") : label}
        </Button>
      ) : (
        <IconButton
          label={isCopied ? t("copied") : what ? t("copyOf", { what }) : t("copy")}
          icon={icon}
          onClick={copy}
        />
      )}
    </span>
  );
}
