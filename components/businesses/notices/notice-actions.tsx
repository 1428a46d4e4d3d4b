"use client";

import type { Route } from "next";
import { useTranslations } from "next-intl";
import { startTransition } from "react";
import { Form } from "@/components/ui/fields/form";
import { Link } from "@/components/ui/text/link";
import type { NoticeRow } from "@/lib/access/notices/schema";
import { markAllReadAction, markReadAction } from "@/lib/businesses/notices/actions";
import { idle } from "@/lib/platform/form";

/** Opens the page that a notice is about, and marks the notice as read. */
export function NoticeLink({ notice: { id, text, path, isRead } }: { notice: NoticeRow }) {
  function markRead() {
    if (isRead) return;
    const form = new FormData();
    form.set("id", id);
    startTransition(async () => void (await markReadAction(idle, form)));
  }
  return (
    <Link
      href={path as Route}
      onClick={markRead}
      className={isRead ? "break-words text-ink" : "break-words font-medium text-ink"}
    >
      {text}
    </Link>
  );
}

/** Marks one notice as read. `text` is the notice's own, so that each button of the list names its notice. */
export function MarkReadForm({ id, text }: { id: string; text: string }) {
  const t = useTranslations("notices");
  return (
    <Form
      action={markReadAction}
      hidden={{ id }}
      submit={t("markRead")}
      button={{ variant: "ghost", size: "small", "aria-label": t("markReadNamed", { text }) }}
    />
  );
}

export function MarkAllReadForm() {
  const t = useTranslations("notices");
  return <Form action={markAllReadAction} submit={t("markAllRead")} button={{ variant: "secondary" }} />;
}
