"use client";

import { useTranslations } from "next-intl";
import { boxes } from "./selection";

export function SelectAll() {
  const t = useTranslations("history.selection");
  return (
    <input
      type="checkbox"
      aria-label={t("all")}
      autoComplete="off"
      className="relative z-1 block size-4 accent-ink pointer-coarse:size-5"
      onChange={({ currentTarget }) => {
        for (const box of boxes()) box.checked = currentTarget.checked;
      }}
    />
  );
}
