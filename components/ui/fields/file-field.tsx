"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { buttonClass } from "@/components/ui/buttons/button";

type FileFieldProps = {
  label: string;
  /** Without one the file is not sent with its form. */
  name?: string;
  accept: string;
  hint?: ReactNode;
  onChoose?: (file: File) => void;
};

/** A file field in the reader's language instead of the browser's. Without scripts it is the browser's own control. */
export function FileField({ label, name, accept, hint, onChoose }: FileFieldProps) {
  const t = useTranslations("ui.file");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  const look = () => setChosen(input.current?.files?.[0]?.name);
  // A file can have been chosen before this script ran.
  useEffect(look, []);

  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="font-medium">
        {label}
      </span>
      <label className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <input
          ref={input}
          type="file"
          name={name}
          accept={accept}
          onChange={({ target }) => {
            look();
            const [file] = target.files ?? [];
            if (file) onChoose?.(file);
          }}
          aria-labelledby={`${id}-label ${id}-act`}
          aria-describedby={hint ? `${id}-chosen ${id}-hint` : `${id}-chosen`}
          className="peer sr-only noscript:not-sr-only"
        />
        <span
          id={`${id}-act`}
          className={`${buttonClass({})} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-ink peer-focus-visible:outline-offset-2 noscript:hidden`}
        >
          {t("choose")}
        </span>
        <span id={`${id}-chosen`} className="min-w-0 text-muted wrap-anywhere noscript:hidden">
          {chosen ?? t("none")}
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
