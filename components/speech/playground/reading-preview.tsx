"use client";

import { useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { countCharacters } from "@/lib/platform/text";
import { segmentsOf } from "@/lib/speech/spoken-words";
import { lightWords, type Playhead } from "./playhead";
import { AmbiguousWords, CleanedAway, SpokenText } from "./spoken-text";
import type { FoundReading } from "./use-reading-preview";

// Loaded when someone chooses a word: the playground is the page with the most scripts.
const PronunciationForm = dynamic(() =>
  import("@/components/speech/pronunciations/pronunciation-form").then(({ PronunciationForm }) => PronunciationForm),
);

/** `at`: where the word is in the text that is shown; undefined for one that is to be typed. */
type Chosen = { written: string; spoken: string; at?: number };

type ReadingPreviewProps = {
  business: string;
  reading: FoundReading;
  /** The text as it is sent, which the player names; one part of a long one. */
  text: string;
  part?: { number: number; count: number };
  playhead: Playhead;
  /** Whether nothing is left to say once the text is cleaned of markup. */
  isEmpty: boolean;
  /** The choice of the region that reads. */
  regions: ReactNode;
  /** Writes other words for one of the text. */
  onReplace: (at: number, written: string, spoken: string) => void;
};

/** How the text will be read, with the word lit that is spoken now. A word can be read otherwise, here or always. */
export function ReadingPreview({ business, reading, text, part, playhead, ...props }: ReadingPreviewProps) {
  const { isEmpty, regions, onReplace } = props;
  const t = useTranslations("playground.reading");
  const title = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const queries = useQueryClient();
  const { data, isError, isCurrent } = reading;
  const preview = data?.status === "read" ? data.preview : undefined;
  const read = useMemo(() => preview && segmentsOf(preview.text, preview.changes), [preview]);

  useEffect(() => {
    if (!read) return;
    return playhead.follow((now) => {
      if (frame.current) lightWords(frame.current, read.words, isCurrent && now?.text === text ? now : null);
    });
  }, [playhead, read, isCurrent, text]);

  /** A word that is read as it is written; selected words together are one. */
  const choosePlain = ({ target }: MouseEvent) => {
    const word = (target as Element).closest("button") ? null : (target as Element).closest("[data-word]");
    const written = (getSelection()?.toString() || word?.textContent || "").replace(edges, "");
    if (word && written && written.length <= 100) setChosen({ written, spoken: written });
  };

  const close = () => {
    setChosen(null);
    frame.current?.focus();
  };

  return (
    <section aria-labelledby={title} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={title} className="font-medium">
          {t("title")}
          {part && <span className="ml-2 font-normal text-muted text-sm">{t("part", part)}</span>}
        </h2>
        {regions}
      </div>
      <div className="grid gap-3 rounded-control bg-sunken p-4">
        {isEmpty ? (
          <p className="text-muted">{t("empty")}</p>
        ) : preview && read ? (
          <>
            {/* Until the response for what is typed now arrives, that of the text before is shown as such. */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: by keyboard, the button below adds any word */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the button below adds any word */}
            <div
              ref={frame}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by itself, also by keyboard
              tabIndex={0}
              aria-busy={!isCurrent}
              onClick={choosePlain}
              className={clsx(
                "-m-1 max-h-[min(20rem,36dvh)] overflow-y-auto rounded-small p-1 transition-colors",
                !isCurrent && "text-muted",
              )}
            >
              <SpokenText segments={read.segments} preview={preview} onChoose={setChosen} />
            </div>
            <p role="status" className="sr-only" lang="vi">
              {isCurrent && preview.spoken.length < mostAnnounced && preview.spoken}
            </p>
            <CleanedAway preview={preview} />
            {isCurrent && preview.characters > countCharacters(preview.text) && (
              <p className="text-muted text-sm">{t("charged", { count: preview.characters })}</p>
            )}
            <AmbiguousWords ambiguous={preview.ambiguous} onChoose={setChosen} />
          </>
        ) : (
          <p className="text-muted">{isError || data ? t("unknown") : t("loading")}</p>
        )}
        {chosen ? (
          <div className="border-line border-t pt-3">
            <PronunciationForm
              key={`${chosen.written} ${chosen.at}`}
              business={business}
              written={chosen.written}
              spoken={chosen.spoken}
              submit={t("save")}
              isOpened={chosen.written !== ""}
              onSaved={() => {
                close();
                void queries.invalidateQueries({ queryKey: ["reading"] });
              }}
            >
              <Button
                onClick={({ currentTarget: { form } }) => {
                  if (!form) return;
                  const fields = new FormData(form);
                  onReplace(chosen.at ?? 0, String(fields.get("written")).trim(), String(fields.get("spoken")).trim());
                  close();
                }}
              >
                {t("replace")}
              </Button>
              <Button variant="ghost" onClick={close}>
                {t("cancel")}
              </Button>
            </PronunciationForm>
          </div>
        ) : (
          <div className="flex flex-wrap items-center">
            <span className="text-muted text-sm">{t("clickHint")}</span>
            <span className="max-sm:-ml-3">
              <Button size="small" variant="ghost" onClick={() => setChosen({ written: "", spoken: "" })}>
                {t("readAs")}
              </Button>
            </span>
          </div>
        )}
      </div>
    </section>
  );
}

/** A longer text is not announced to screen readers at each change: it is there to be read. */
const mostAnnounced = 300;

/** Punctuation around a word. */
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The text with other words for one of it: the occurrence that is nearest to where the cleaned text has it. */
export function replaceWord(text: string, at: number, written: string, spoken: string): string {
  if (!written || !spoken) return text;
  let found = -1;
  for (let next = text.indexOf(written); next >= 0; next = text.indexOf(written, next + 1))
    if (found < 0 || Math.abs(next - at) < Math.abs(found - at)) found = next;
  return found < 0 ? text : text.slice(0, found) + spoken + text.slice(found + written.length);
}
