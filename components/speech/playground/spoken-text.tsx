import { useLocale, useTranslations } from "next-intl";
import { longestPauseSeconds, longestPausesSeconds, secondsOfMark } from "vietnamese-text/pauses";
import { ReadText } from "@/components/speech/read-text";
import { Button } from "@/components/ui/buttons/button";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { ReadingPreview } from "@/lib/speech/schema";
import type { Changed, Segment } from "@/lib/speech/spoken-words";

type SpokenTextProps = {
  segments: readonly Segment[];
  preview: Pick<ReadingPreview, "changes">;
  onChoose: (chosen: Pick<Changed, "written" | "spoken" | "at">) => void;
};

const isCut = ({ written, pauseSeconds }: ReadingPreview["changes"][number]): boolean =>
  pauseSeconds !== undefined && pauseSeconds < secondsOfMark(written);

/** The text with the spoken words under it. Words written differently are buttons to read them otherwise. */
export function SpokenText({ segments, preview: { changes }, onChoose }: SpokenTextProps) {
  const t = useTranslations("playground.reading");
  const locale = useLocale();
  return (
    <>
      <p lang="vi" className="read-text">
        <ReadText
          segments={segments}
          renderChanged={(changed, drawing) => (
            <button
              type="button"
              title={`${changed.written} · ${t.has(`rules.${changed.rule}`) ? t(`rules.${changed.rule}`) : changed.rule}`}
              onClick={() => onChoose(changed)}
            >
              {drawing}
            </button>
          )}
          renderPause={(seconds) => (
            <span className="rounded-small border border-line px-1 text-muted text-sm">
              {t("pause", { seconds: formatNumber(seconds, locale) })}
            </span>
          )}
        />
      </p>
      {changes.some(isCut) && (
        <p className="text-muted text-sm">{t("pausesCut", { each: longestPauseSeconds, all: longestPausesSeconds })}</p>
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
    <div className="grid gap-1 text-muted text-sm">
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
  onChoose: (chosen: Pick<Changed, "written" | "spoken" | "at">) => void;
};

/** How each ambiguous abbreviation is read and why, with its other readings to choose from. */
export function AmbiguousWords({ ambiguous, onChoose }: AmbiguousWordsProps) {
  const t = useTranslations("playground.reading");
  if (ambiguous.length === 0) return null;
  return (
    <section className="grid gap-2 border-line border-t pt-2 text-sm">
      <h3 className="text-muted">{t("ambiguous")}</h3>
      <ul className="grid gap-2">
        {once(ambiguous).map(({ at, written, spoken, senses }) => {
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
                    onClick={() => onChoose({ written, spoken: sense.spoken, at })}
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

const mostAmbiguous = 6;

/** Each abbreviation with its reading once: a long text has it many times. */
const once = (ambiguous: AmbiguousWordsProps["ambiguous"]) =>
  [...new Map(ambiguous.toReversed().map((one) => [`${one.written} ${one.spoken}`, one])).values()]
    .toReversed()
    .slice(0, mostAmbiguous);
