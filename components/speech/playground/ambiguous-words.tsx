import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import type { ReadingPreview } from "@/lib/speech/schema";

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
