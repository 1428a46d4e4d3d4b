"use client";

import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { countCharacters } from "@/lib/platform/text";
import { AmbiguousWords, CleanedAway, type ReadingChange, SpokenText } from "./spoken-text";
import { type ReadingSource, useReadingPreview } from "./use-reading-preview";

// Loaded when someone chooses a word: the playground is the page with the most scripts.
const PronunciationForm = dynamic(() =>
  import("@/components/speech/pronunciations/pronunciation-form").then(({ PronunciationForm }) => PronunciationForm),
);

type ReadingPreviewProps = ReadingSource & {
  business: string;
  /** Whether the text is what this tab stored; until then nothing is requested. */
  isLive: boolean;
  /** Whether nothing is left to say once the text is cleaned of markup. */
  isEmpty: boolean;
};

type Chosen = Pick<ReadingChange, "written" | "spoken">;

/** How the text will be read, requested each time typing pauses. A word can be saved as a pronunciation. */
export function ReadingPreview({ business, isLive, isEmpty, ...source }: ReadingPreviewProps) {
  const t = useTranslations("playground.reading");
  const [isOpen, setOpen] = useState(true);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const queries = useQueryClient();
  const { data, isError, isCurrent } = useReadingPreview(source, isLive && isOpen && !isEmpty);

  return (
    <details open className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer py-2 text-muted hover:text-ink pointer-coarse:py-3">{t("title")}</summary>
      <div aria-live="polite" className="mt-1 grid gap-2 rounded-control bg-sunken px-3 py-2.5">
        {isEmpty ? (
          <p className="text-muted">{t("empty")}</p>
        ) : data?.status === "read" ? (
          <>
            {/* Until the response for what is typed now arrives, that of the text before is shown as such. */}
            <div aria-busy={!isCurrent} className={clsx("grid gap-2 transition-colors", !isCurrent && "text-muted")}>
              <SpokenText preview={data.preview} onChoose={setChosen} />
            </div>
            <CleanedAway preview={data.preview} />
            {isCurrent && data.preview.characters > countCharacters(data.preview.text) && (
              <p className="text-muted">{t("charged", { count: data.preview.characters })}</p>
            )}
            <AmbiguousWords ambiguous={data.preview.ambiguous} onChoose={setChosen} />
          </>
        ) : (
          <p className="text-muted">{isError || data ? t("unknown") : t("loading")}</p>
        )}
      </div>
      {chosen ? (
        <div className="mt-3">
          <PronunciationForm
            key={chosen.written}
            business={business}
            written={chosen.written.trim()}
            spoken={chosen.spoken.trim()}
            submit={t("save")}
            onSaved={() => {
              setChosen(null);
              void queries.invalidateQueries({ queryKey: ["reading"] });
            }}
          >
            <Button variant="ghost" onClick={() => setChosen(null)}>
              {t("cancel")}
            </Button>
          </PronunciationForm>
        </div>
      ) : (
        <div className="mt-2">
          <Button size="small" variant="ghost" onClick={() => setChosen({ written: "", spoken: "" })}>
            {t("readAs")}
          </Button>
        </div>
      )}
    </details>
  );
}
