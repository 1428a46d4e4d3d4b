import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ReadingPreview } from "@/lib/speech/schema";

export type ReadingChange = ReadingPreview["changes"][number];

type SpokenTextProps = { preview: ReadingPreview; onChoose: (change: ReadingChange) => void };

/** The words that will be heard. Those that stand otherwise in the text are marked, and lead to another reading. */
export function SpokenText({ preview: { text, changes }, onChoose }: SpokenTextProps) {
  const t = useTranslations("playground.reading");
  if (changes.length === 0) return <p className="text-muted">{t("asWritten")}</p>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const change of changes) {
    const { at, written, spoken, rule } = change;
    parts.push(text.slice(end, at));
    parts.push(
      spoken.trim() && (
        <mark key={at} className="rounded-small bg-amber-wash text-ink">
          <button
            type="button"
            title={`${written.trim()} · ${t.has(`rules.${rule}`) ? t(`rules.${rule}`) : rule}`}
            className="cursor-pointer rounded-small px-0.5 text-left hover:underline"
            onClick={() => onChoose(change)}
          >
            {spoken.trim()}
          </button>
        </mark>
      ),
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
