"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Link } from "@/components/ui/text/link";
import { dismissToast, type Toast, toastStore } from "./toast";

const none: readonly Toast[] = [];

/** Where toasts appear. Once, in the root layout. */
export function Toaster() {
  const t = useTranslations("ui");
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => none);
  return (
    <section
      aria-label={t("notifications")}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </section>
  );
}

const shownForMs = 6000;

function ToastCard({ id, kind, message, href }: Toast) {
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
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {href ? (
          <Link href={href} className="underline underline-offset-2" onClick={() => dismissToast(id)}>
            {message}
          </Link>
        ) : (
          message
        )}
      </p>
      <IconButton label={t("close")} icon={<X />} onClick={() => dismissToast(id)} />
    </div>
  );
}
