"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { previewReading } from "@/lib/playground/queries";
import type { ReadingRequest } from "@/lib/speech/schema";
import type { makeKeyring } from "./keyring";
import { SpokenText } from "./spoken-text";
import { useSettled } from "./use-settled";

type ReadingPreviewProps = { request: ReadingRequest; keyring: ReturnType<typeof makeKeyring>; base: string };

/** How the text will be read, asked of the API once it is opened and each time typing pauses. */
export function ReadingPreview({ request, keyring, base }: ReadingPreviewProps) {
  const t = useTranslations("playground.reading");
  const [isOpen, setOpen] = useState(false);
  const settled = useSettled(JSON.stringify(request));
  const { data, isError } = useQuery({
    queryKey: ["reading", base, settled],
    queryFn: () => keyring.send((secret) => previewReading(JSON.parse(settled) as ReadingRequest, secret, base)),
    enabled: isOpen && settled !== "",
    placeholderData: (before) => before,
    retry: false,
  });

  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2 text-muted hover:text-ink pointer-coarse:py-3">{t("title")}</summary>
      <div aria-live="polite" className="mt-1 grid gap-2 rounded-control bg-sunken px-3 py-2.5">
        {data?.status === "read" ? (
          <SpokenText preview={data.preview} />
        ) : (
          <p className="text-muted">{isError || data ? t("unknown") : t("loading")}</p>
        )}
      </div>
    </details>
  );
}
