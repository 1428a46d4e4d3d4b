"use client";

import type { Route } from "next";
import { startTransition } from "react";
import { Link } from "@/components/ui/text/link";
import type { NoticeRow } from "@/lib/access/notices/schema";
import { markReadAction } from "@/lib/businesses/notices/actions";
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
