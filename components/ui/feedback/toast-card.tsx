"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { dismissToast, type Toast } from "./toast";

const shownForMs = 6000;

export function ToastCard({ id, kind, message }: Toast) {
  const t = useTranslations("ui");

  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), shownForMs);
    return () => clearTimeout(timer);
  }, [id]);

  return (
    <div className="pointer-events-auto flex w-full max-w-96 items-center gap-2.5 rounded-card border border-line bg-raised py-1.5 pr-1.5 pl-4 shadow-float">
      {kind === "success" ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-jade" />
      ) : (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      )}
      <p className="min-w-0 flex-1 py-1.5">{message}</p>
      <IconButton label={t("close")} icon={<X />} onClick={() => dismissToast(id)} />
    </div>
  );
}
