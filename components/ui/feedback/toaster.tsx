"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { type Toast, toastStore } from "./toast";
import { ToastCard } from "./toast-card";

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
