"use client";

import { ChevronDown, Volume2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/buttons/button";
import { Textarea } from "@/components/ui/fields/controls";
import { FieldError } from "@/components/ui/fields/field";
import { Card } from "@/components/ui/text/card";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import { formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import type { VoiceRecord } from "@/lib/speech/schema";
import { PricesLink } from "./bench-parts";
import { maxParts } from "./parts";
import { useSettled } from "./use-reading-preview";
import { loadClean } from "./use-seen";

type TextCardProps = {
  id: string;
  text: string;
  /** Whether nothing is left to say once the text is cleaned of markup. */
  isEmpty: boolean;
  characters: number;
  limits: TextLimits;
  voice: VoiceRecord | undefined;
  /** Stops what is being read; undefined while nothing is. */
  stop: ReactNode;
  onChange: (text: string) => void;
  onRun: () => void;
  preview: ReactNode;
};

export function TextCard(props: TextCardProps) {
  const { id, text, isEmpty, characters, limits, voice, stop, onChange, onRun, preview } = props;
  const t = useTranslations("playground");
  const isOver = limits.parts > maxParts;
  const rich = useRichPaste();

  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <label htmlFor={id} className="font-semibold">
          {t("text")}
        </label>
        <Textarea
          large
          id={id}
          rows={3}
          lang="vi"
          dir="auto"
          autoComplete="off"
          value={text}
          aria-describedby={`${id}-meter`}
          aria-invalid={isOver || undefined}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => void rich.take(event.clipboardData)}
        />
        {rich.plain !== null && (
          <div>
            <Button size="small" onClick={() => onChange(rich.replacedIn(text))}>
              {t("pasteAsPlain")}
            </Button>
          </div>
        )}
        <SampleChips text={text} onChoose={onChange} />
        {preview}
        {/* Stays in view, however long the text is. */}
        <div className="sticky bottom-0 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-b-card border-line border-t bg-raised px-4 py-3">
          <TextMeter id={`${id}-meter`} characters={characters} limits={limits} />
          <div className="flex min-w-0 grow items-center justify-end gap-3 max-sm:w-full max-sm:justify-between max-sm:gap-2 max-sm:*:last:ml-auto">
            {voice && !stop && <VoiceLink voice={voice} />}
            {stop || (
              <>
                <ShortcutHint letter="Enter" />
                <Button
                  variant="primary"
                  icon={<Volume2 />}
                  disabled={isOver || isEmpty}
                  aria-keyshortcuts="Control+Enter Meta+Enter"
                  onClick={onRun}
                >
                  {limits.voices > 1 ? t("speakAll", { count: limits.voices }) : t("speak")}
                </Button>
              </>
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

/** What was pasted last with its formatting, such as a table of a web page, and the plain text that stands for it. */
function useRichPaste() {
  const [pasted, setPasted] = useState<{ written: string; plain: string } | null>(null);
  return {
    plain: pasted?.plain ?? null,
    /** Before the textarea takes the clipboard's own plain text. */
    async take(clipboard: DataTransfer) {
      const html = clipboard.getData("text/html");
      const written = clipboard.getData("text/plain").replaceAll("\r\n", "\n");
      setPasted(null);
      if (!html || !written.trim()) return;
      const clean = await loadClean();
      const plain = clean(html).text;
      if (plain !== "" && plain !== clean(written).text) setPasted({ written, plain });
    },
    replacedIn(text: string): string {
      setPasted(null);
      const at = pasted ? text.lastIndexOf(pasted.written) : -1;
      return pasted && at >= 0 ? text.slice(0, at) + pasted.plain + text.slice(at + pasted.written.length) : text;
    },
  };
}

/** `charge`: what reading the text costs, or the least that it can cost; by `voices`, or in `parts`. */
type TextLimits = {
  maxCharacters: number;
  charge: { milli: bigint; isLeast: boolean };
  parts: number;
  voices: number;
};

type TextMeterProps = { id: string; characters: number; limits: TextLimits };

/** So long that screen readers do not announce every keystroke. */
const readingPauseMs = 1000;

/** How long the text is and what reading it will cost; or that it is longer than one press can read. */
function TextMeter({ id, characters, limits }: TextMeterProps) {
  const t = useTranslations("playground.meter");
  const locale = useLocale();
  const { parts, voices } = limits;
  const count = formatNumber(characters, locale);
  const max = formatNumber(limits.maxCharacters, locale);
  const price = formatVnd(limits.charge.milli, locale);
  const complaint = parts > maxParts && t("over", { max: formatNumber(maxParts * limits.maxCharacters, locale) });

  return (
    <div className="min-w-0 text-sm">
      <p id={complaint ? undefined : id} className="flex flex-wrap gap-x-4 text-muted tabular-nums">
        <span>{parts > 1 ? t("countParts", { count, parts }) : t("count", { count, max })}</span>
        <span>
          {t.rich(limits.charge.isLeast ? "priceFrom" : "price", {
            price,
            strong: (word) => <strong className="font-medium text-ink">{word}</strong>,
          })}
          {voices > 1 && ` · ${t("voices", { count: voices })}`}
        </span>
        <PricesLink />
      </p>
      {complaint && <FieldError id={id}>{complaint}</FieldError>}
      <p role="status" className="sr-only">
        {useSettled(complaint || t("spoken", { count, price }), readingPauseMs, "")}
      </p>
    </div>
  );
}

/** The selected voice and a link to the others, on narrow pages, where the voices are further down. */
function VoiceLink({ voice }: { voice: VoiceRecord }) {
  const t = useTranslations("playground.voices");
  return (
    <span className="grid min-w-0 xl:hidden">
      <a href="#voices" className={buttonClass({})}>
        <span className="min-w-0 truncate">
          {voice.name} · {t(`regions.${voice.region}`)}
        </span>
        <ChevronDown aria-hidden />
      </a>
    </span>
  );
}

const samples = ["invoice", "news", "announcement", "story"] as const;

type SampleChipsProps = { text: string; onChoose: (text: string) => void };

/** Example texts. The text that one replaces can be restored. */
function SampleChips({ text, onChoose }: SampleChipsProps) {
  const t = useTranslations("playground");
  const id = useId();
  const [own, setOwn] = useState("");
  const texts = samples.map((sample) => ({ label: t(`samples.${sample}.label`), text: t(`samples.${sample}.text`) }));
  const chips = own && own !== text ? [...texts, { label: t("ownText"), text: own }] : texts;

  const choose = (chosen: string) => {
    if (text.trim() && !texts.some((sample) => sample.text === text)) setOwn(text);
    onChoose(chosen);
  };

  return (
    <fieldset
      aria-labelledby={id}
      className="-mx-4 flex min-w-0 items-center gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap"
    >
      <span id={id} className="shrink-0 text-muted text-sm">
        {t("samplesTitle")}
      </span>
      {chips.map((chip) => (
        <button
          key={chip.label}
          type="button"
          aria-pressed={chip.text === text}
          onClick={() => choose(chip.text)}
          className="h-8 shrink-0 rounded-full border border-line px-3 text-sm transition-colors hover:bg-hover aria-pressed:border-edge aria-pressed:bg-sunken pointer-coarse:h-11"
        >
          {chip.label}
        </button>
      ))}
    </fieldset>
  );
}
