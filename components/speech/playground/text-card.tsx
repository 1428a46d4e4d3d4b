"use client";

import { Volume2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Textarea } from "@/components/ui/fields/textarea";
import { Card } from "@/components/ui/text/card";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import { isSilent } from "@/lib/platform/text";
import type { VoiceRecord } from "@/lib/speech/schema";
import { maxParts } from "./parts";
import { SampleChips } from "./sample-chips";
import { type TextLimits, TextMeter } from "./text-meter";
import { VoiceLink } from "./voice-link";

type TextCardProps = {
  id: string;
  text: string;
  characters: number;
  limits: TextLimits;
  voice: VoiceRecord | undefined;
  isRunning: boolean;
  onChange: (text: string) => void;
  onRun: () => void;
  preview: ReactNode;
};

export function TextCard(props: TextCardProps) {
  const { id, text, characters, limits, voice, isRunning, onChange, onRun, preview } = props;
  const t = useTranslations("playground");
  const isOver = limits.parts > maxParts;

  return (
    <Card>
      <div className="grid gap-3">
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
        />
        {preview}
        <SampleChips text={text} onChoose={onChange} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <TextMeter id={`${id}-meter`} characters={characters} limits={limits} />
          <div className="ml-auto flex items-center gap-3 max-sm:grid max-sm:w-full max-sm:gap-2">
            {voice && <VoiceLink voice={voice} />}
            <ShortcutHint letter="Enter" />
            <Button
              variant="primary"
              icon={<Volume2 />}
              pending={isRunning}
              disabled={isOver || isSilent(text)}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onClick={onRun}
            >
              {limits.voices > 1 ? t("speakAll", { count: limits.voices }) : t("speak")}
            </Button>
          </div>
        </div>
      </div>
    </Card>
  );
}
