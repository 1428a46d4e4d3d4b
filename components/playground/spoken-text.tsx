import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ReadingPreview } from "@/lib/speech/schema";

/** The words that will be heard, those that stand otherwise in the text marked, with what stands there. */
export function SpokenText({ preview: { text, changes } }: { preview: ReadingPreview }) {
  const t = useTranslations("playground.reading");
  if (changes.length === 0) return <p className="text-muted">{t("asWritten")}</p>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { at, written, spoken } of changes) {
    parts.push(text.slice(end, at));
    parts.push(
      <mark key={at} title={written} className="rounded-small bg-amber-wash px-0.5 text-ink">
        {spoken.trim()}
      </mark>,
    );
    if (/\s$/.test(spoken)) parts.push(" ");
    end = at + written.length;
  }
  parts.push(text.slice(end));
  return (
    <p lang="vi" className="max-w-text whitespace-pre-wrap wrap-anywhere">
      {parts}
    </p>
  );
}
