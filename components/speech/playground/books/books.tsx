"use client";

import { BookAudio } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useMemo, useState } from "react";
import { keep, readKept } from "@/components/shell/kept";
import { useOrdering, useOrderPreview } from "@/components/speech/books/use-order";
import { RunFailure } from "@/components/speech/playground/bench-parts";
import {
  type Catalogue,
  type Draft,
  listVoicesOf,
  requestOf,
  restoreDraft,
  withModel,
} from "@/components/speech/playground/draft";
import { SettingsCard } from "@/components/speech/playground/settings-card";
import { useEarlyText, useFreshControls, useRunShortcut } from "@/components/speech/playground/use-bench";
import type { VoiceMemory } from "@/components/speech/playground/voice-memory";
import { useVoiceMemory, VoicePicker } from "@/components/speech/playground/voice-picker";
import { Button } from "@/components/ui/buttons/button";
import { FieldError } from "@/components/ui/fields/field";
import { ShortcutHint } from "@/components/ui/text/shortcut-hint";
import type { JobOrder } from "@/lib/api/client/jobs";
import { countCharacters, isSilent } from "@/lib/platform/text";
import type { AudioFormat, ModelRecord } from "@/lib/speech/schema";
import { ChaptersCard } from "./chapters-card";
import { SourceCard, type TextFormat } from "./source-card";
import { type BookFile, useBookUpload } from "./use-book-upload";

export type BookLimits = { characters: number; bookBytes: number };

type BooksProps = {
  business: string;
  catalogue: Catalogue & { models: readonly [ModelRecord, ...ModelRecord[]] };
  audioFormats: readonly AudioFormat[];
  limits: BookLimits;
  sparks: Readonly<Record<string, string>>;
  memory: VoiceMemory;
};

/** The voices of single chapters, by their number. */
type Voices = Readonly<Record<number, string>>;

/** What a tab stores between visits. */
type KeptBench = { draft: Draft; format?: TextFormat; voices: Voices; file: BookFile | null };

/** A long text with its voices and settings, its chapters with their price, and the job that reads it. */
export function Books({ business, catalogue, audioFormats, limits, sparks, ...props }: BooksProps) {
  const t = useTranslations("books");
  const [first] = catalogue.models;
  const restorable = useFreshControls(() => ({ kept: readKept<KeptBench>(business, "books") }));
  const isLive = restorable !== undefined;
  const kept = restorable?.kept;
  const textId = useId();
  const early = useEarlyText(textId);
  const restored = useMemo(() => {
    const empty: Draft = { text: "", voiceId: "", modelId: "", config: {}, audioFormat: "mp3", reading: {} };
    const draft = restoreDraft(kept?.draft, withModel(empty, catalogue, first.modelId), catalogue, audioFormats);
    return isLive && early !== undefined ? { ...draft, text: early } : draft;
  }, [kept, catalogue, first.modelId, audioFormats, isLive, early]);
  const [edited, setDraft] = useState<Draft>();
  const draft = edited ?? restored;
  const [chosenFormat, setFormat] = useState<TextFormat>();
  const format = chosenFormat ?? kept?.format ?? (hasHeadings(draft.text) ? "markdown" : "plain");
  const [chosenVoices, setVoices] = useState<Voices>();
  const [chosenFile, setFile] = useState<BookFile | null>();
  // An upload that was left ended with its page.
  const file = chosenFile === undefined ? (kept?.file?.uploadId ? kept.file : null) : chosenFile;
  const [complaint, setComplaint] = useState<string>();
  const memory = useVoiceMemory(props.memory);
  const { keyring, isSending, failure, order } = useOrdering(business);
  const upload = useBookUpload(keyring, setFile);

  const model = catalogue.models.find(({ modelId }) => modelId === draft.modelId) ?? first;
  const voices = listVoicesOf(catalogue, model.modelId);
  const byNumber = Object.fromEntries(
    Object.entries(chosenVoices ?? kept?.voices ?? {}).filter(([, id]) => voices.some(({ voiceId }) => voiceId === id)),
  );
  const characters = useMemo(() => countCharacters(draft.text), [draft.text]);
  const isEmpty = !file && isSilent(draft.text);
  const isReady = file ? file.uploadId !== undefined : !isEmpty && characters <= limits.characters;
  const wanted = useMemo((): JobOrder | null => {
    if (!isReady) return null;
    const { text, textType, ...request } = requestOf(draft);
    const source = file?.uploadId ? { uploadId: file.uploadId, format: "epub" as const } : { text, format };
    return { kind: "tts", ...request, ...source, audioFormat: request.audioFormat as "mp3" };
  }, [isReady, draft, file, format]);
  const found = useOrderPreview(business, wanted);
  const preview = found.isCurrent ? found.data?.preview : undefined;

  const read = async () => {
    if (!wanted || !preview) return;
    const chapters = preview.chapters.flatMap((_, index) => {
      const voiceId = byNumber[index + 1];
      return voiceId ? [{ number: index + 1, voiceId }] : [];
    });
    memory.use([draft.voiceId]);
    const isCreated = await order({ ...wanted, ...(chapters.length > 0 && { chapters }) }, preview.priceId);
    // An upload has one job.
    if (isCreated) setFile(null);
  };
  useRunShortcut(() => void read());

  async function take(chosen: File) {
    setComplaint(undefined);
    setVoices({});
    if (isEpub(chosen)) {
      if (chosen.size > limits.bookBytes)
        return setComplaint(t("bookTooLarge", { megabytes: limits.bookBytes / 2 ** 20 }));
      return upload.upload(chosen);
    }
    // In UTF-8, the most characters have at most four bytes each.
    const text = chosen.size > 4 * limits.characters ? undefined : await readTextFile(chosen);
    if (text === undefined) return setComplaint(t("fileTooLong", { most: limits.characters }));
    if (text === null) return setComplaint(t("notText", { name: chosen.name }));
    upload.cancel();
    setFormat(/\.(md|markdown)$/i.test(chosen.name) || hasHeadings(text) ? "markdown" : "plain");
    setDraft({ ...draft, text });
  }

  useEffect(() => {
    const bench: KeptBench = { draft, format: chosenFormat ?? kept?.format, voices: byNumber, file };
    if (isLive) keep(business, "books", bench);
  });

  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_384px] xl:gap-6">
      <div className="grid min-w-0 gap-4 xl:gap-6">
        <SourceCard
          id={textId}
          text={draft.text}
          characters={characters}
          most={limits.characters}
          format={format}
          file={file}
          onText={(text) => setDraft({ ...draft, text })}
          onFormat={setFormat}
          onFile={(chosen) => void take(chosen)}
          onRemove={upload.cancel}
          complaint={
            (complaint && <FieldError id={`${textId}-file`}>{complaint}</FieldError>) ||
            (upload.failure && <RunFailure failure={upload.failure} kept={t("notUploaded")} />)
          }
        />
        <ChaptersCard
          found={found}
          isEmpty={isEmpty}
          voices={voices}
          voiceId={draft.voiceId}
          chosen={byNumber}
          onVoice={(number, voiceId) => setVoices({ ...byNumber, [number]: voiceId })}
          action={
            <div className="flex items-center gap-3">
              <ShortcutHint letter="Enter" />
              <Button
                variant="primary"
                icon={<BookAudio />}
                disabled={!preview}
                pending={isSending}
                aria-keyshortcuts="Control+Enter Meta+Enter"
                onClick={() => void read()}
              >
                {t("read")}
              </Button>
            </div>
          }
        />
        {failure && (
          <div role="alert">
            <RunFailure failure={failure} kept={t("kept")} />
          </div>
        )}
      </div>
      <div key={String(isLive)} className="grid min-w-0 gap-4 xl:gap-6">
        <VoicePicker
          voices={voices}
          memory={memory}
          sparks={sparks}
          voiceId={draft.voiceId}
          onChange={(voiceId) => setDraft({ ...draft, voiceId })}
        />
        <SettingsCard
          draft={draft}
          model={model}
          audioFormats={audioFormats}
          catalogue={catalogue}
          onChange={setDraft}
          region={null}
        />
      </div>
    </div>
  );
}

/** What a file with a text can be: its own bytes as text, or null for what is neither UTF-8 nor marked as UTF-16. */
async function readTextFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text.replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}

const isEpub = ({ name, type }: File): boolean => /\.epub$/i.test(name) || type === "application/epub+zip";

/** Whether a text has headings as Markdown writes them. */
const hasHeadings = (text: string): boolean => /^#{1,2}[ \t]+\S/m.test(text);
