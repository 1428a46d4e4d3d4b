import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { longestPauseSeconds, longestPausesSeconds, secondsOfMark } from "vietnamese-text/pauses";
import { Button } from "@/components/ui/buttons/button";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { ReadingPreview } from "@/lib/speech/schema";

export type ReadingChange = ReadingPreview["changes"][number];

type SpokenTextProps = { preview: Pick<ReadingPreview, "text" | "changes">; onChoose: (change: ReadingChange) => void };

const isCut = ({ written, pauseSeconds }: ReadingChange): boolean =>
  pauseSeconds !== undefined && pauseSeconds < secondsOfMark(written);

/** The words that will be spoken. Those written differently in the text link to the form for another pronunciation. */
export function SpokenText({ preview: { text, changes }, onChoose }: SpokenTextProps) {
  const t = useTranslations("playground.reading");
  const locale = useLocale();
  if (changes.length === 0) return <p className="text-muted">{t("asWritten")}</p>;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const change of changes) {
    const { at, written, spoken, rule, pauseSeconds } = change;
    parts.push(text.slice(end, at));
    if (pauseSeconds !== undefined) {
      const seconds = formatNumber(pauseSeconds, locale);
      parts.push(
        <span key={at} className="rounded-small border border-line px-1 text-muted">
          {t("pause", { seconds })}
        </span>,
      );
    } else if (spoken.trim()) {
      parts.push(
        <mark key={at} className="rounded-small bg-amber-wash text-ink">
          <button
            type="button"
            title={`${written.trim()} · ${t.has(`rules.${rule}`) ? t(`rules.${rule}`) : rule}`}
            className="cursor-pointer rounded-small px-0.5 text-left hover:underline"
            onClick={() => onChoose(change)}
          >
            {spoken.trim()}
          </button>
        </mark>,
      );
    }
    if (/\s$/.test(spoken)) parts.push(" ");
    end = at + written.length;
  }
  parts.push(text.slice(end));
  return (
    <>
      <p lang="vi" className="max-w-text whitespace-pre-wrap wrap-anywhere">
        {parts}
      </p>
      {changes.some(isCut) && (
        <p className="text-muted">{t("pausesCut", { each: longestPauseSeconds, all: longestPausesSeconds })}</p>
      )}
    </>
  );
}

type CleanedAwayProps = { preview: Pick<ReadingPreview, "cleaned" | "unread" | "warnings"> };

/** What was cleaned from the text, what no rule knows, and what may be wrong with it. */
export function CleanedAway({ preview: { cleaned, unread, warnings } }: CleanedAwayProps) {
  const t = useTranslations("playground.reading");
  const kinds = cleaned.flatMap(({ kind, count }) =>
    t.has(`cleanedKinds.${kind}`) ? t(`cleanedKinds.${kind}`, { count }) : [],
  );
  if (kinds.length === 0 && unread.length === 0 && warnings.length === 0) return null;
  return (
    <div className="grid gap-1 text-muted">
      {kinds.length > 0 && <p>{t("cleaned", { list: kinds.join(", ") })}</p>}
      {unread.length > 0 && <p>{t("unread", { list: unread.slice(0, mostUnread).join(" ") })}</p>}
      {warnings.map((warning) => (
        <p key={warning}>{t(`warnings.${warning}`)}</p>
      ))}
    </div>
  );
}

const mostUnread = 20;

type AmbiguousWordsProps = {
  ambiguous: ReadingPreview["ambiguous"];
  onChoose: (chosen: { written: string; spoken: string }) => void;
};

/** How each ambiguous abbreviation is read and why, with its other readings to choose from. */
export function AmbiguousWords({ ambiguous, onChoose }: AmbiguousWordsProps) {
  const t = useTranslations("playground.reading");
  if (ambiguous.length === 0) return null;
  return (
    <section className="grid gap-2 border-line border-t pt-2">
      <h3 className="text-muted">{t("ambiguous")}</h3>
      <ul className="grid gap-2">
        {ambiguous.map(({ at, written, spoken, senses }) => {
          const all = senses.find((sense) => sense.spoken === spoken)?.evidence ?? [];
          // A kind of text, such as <name>, is a term of the tables.
          const evidence = all.filter((one) => !one.includes("<"));
          return (
            <li key={at} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span lang="vi">
                <b>{written}</b> → {spoken ?? t("unsure")}
              </span>
              {evidence.length > 0 && (
                <span className="text-muted">{t("because", { evidence: evidence.join(", ") })}</span>
              )}
              {senses
                .filter((sense) => sense.spoken !== spoken)
                .slice(0, 3)
                .map((sense) => (
                  <Button
                    key={sense.spoken}
                    size="small"
                    variant="ghost"
                    onClick={() => onChoose({ written, spoken: sense.spoken })}
                  >
                    {t("readThisAs", { words: sense.spoken })}
                  </Button>
                ))}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
