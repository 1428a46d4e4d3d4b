"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Search, Undo2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { saveFile } from "@/components/ui/buttons/save-file";
import { Notice } from "@/components/ui/feedback/notice";
import { toast } from "@/components/ui/feedback/toast";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { formatTime } from "@/lib/platform/i18n/format";
import type { EditableTranscript, FoundTranscript } from "@/lib/speech/transcripts/edits/store";
import {
  type Line,
  linesOf,
  type Paragraph,
  paragraphsOf,
  type RecognizedWord,
  type TranscriptEdits,
  type TranscriptView,
  textOfParagraphs,
  wordsOf,
} from "@/lib/speech/transcripts/edits/text";
import { type DocumentFormat, documentFormats, makeDocument } from "./documents";
import { type ChangedText, withName, withTexts } from "./edits";
import { FindBar } from "./find-bar";
import { placeOf, type Reveal, useFollowing } from "./follow";
import { SpeakerNames } from "./speaker-names";
import { TranscriptList } from "./transcript-list";
import { TranscriptSound } from "./transcript-sound";
import { type Conflict, useEdits } from "./use-edits";
import { focusWord } from "./use-word-keys";

type TranscriptEditorProps = {
  business: string;
  trackingId: string;
  /** The uploaded file, where the page still has it. */
  file?: File | null;
  /** Beside copying and downloading. */
  actions?: ReactNode;
  /** While the transcript is loaded, and without `gone` also where it cannot be read. */
  fallback: ReactNode;
  /** What to say where it is no longer stored. */
  gone?: ReactNode;
};

/** A transcript by paragraphs and speakers: to play, to correct, to search and to download. */
export default function TranscriptEditor({ fallback, gone, ...props }: TranscriptEditorProps) {
  const { business, trackingId } = props;
  const t = useTranslations("transcriptEditor");
  const { data, status, refetch } = useQuery({
    queryKey: ["transcript", business, trackingId],
    queryFn: () => fetchTranscript(business, trackingId),
    // The record of a new request can be late.
    retry: 4,
    retryDelay: 700,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (status === "error") {
    return (
      <>
        {!gone && fallback}
        <div className="flex flex-wrap items-center gap-3">
          <Notice kind="danger">{t("notLoaded")}</Notice>
          <Button size="small" onClick={() => refetch()}>
            {t("retry")}
          </Button>
        </div>
      </>
    );
  }
  if (!data) return (status === "success" && gone) || fallback;
  return <LoadedEditor {...props} loaded={data} />;
}

/** Null where the transcript is no longer stored, or in another region. Throws where it is not found. */
async function fetchTranscript(business: string, trackingId: string): Promise<EditableTranscript | null> {
  const answer = await fetch(`/api/console/${business}/transcript?id=${trackingId}`);
  if (!answer.ok) throw new Error(`transcript: status ${answer.status}`);
  const found: FoundTranscript = await answer.json();
  if (found.status === "missing") throw new Error("the transcript is not on record");
  return found.status === "found" ? found.transcript : null;
}

type LoadedEditorProps = Omit<TranscriptEditorProps, "fallback" | "gone"> & { loaded: EditableTranscript };

function LoadedEditor({ business, trackingId, file = null, actions, loaded }: LoadedEditorProps) {
  const t = useTranslations("transcriptEditor");
  const { segments, transcript, mayEdit, redacted } = loaded;
  const editing = useEdits({ business, trackingId, start: loaded });
  const { edits, change } = editing;
  const [view, setView] = useState<TranscriptView>("edited");
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null);
  const [isFinding, setFinding] = useState(false);
  const [open, setOpen] = useState<{ paragraph: number; line: number } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const reveal = useRef<Reveal>(() => undefined);

  const words = useMemo(() => wordsOf(segments, transcript), [segments, transcript]);
  const lines = useLines(words, edits, view);
  const paragraphs = useMemo(() => paragraphsOf(lines, words), [lines, words]);
  const voices = useMemo(() => [...new Set(paragraphs.flatMap(({ voice }) => voice ?? []))].sort(), [paragraphs]);
  const nameOf = (voice: string) =>
    edits.names[voice] ?? t(voice.startsWith("#") ? "channel" : "speaker", { voice: voice.replace("#", "") });
  const isEditable = mayEdit && view === "edited";

  useFollowing({ audio, list, reveal, lines });
  const latest = useLatest({ edits, change, open });
  const onEdit = useCallback((paragraph: Paragraph, line: number) => {
    setOpen({ paragraph: paragraph.lines[0]?.from ?? 0, line });
  }, []);
  const onClose = useCallback(
    (changed: readonly ChangedText[]) => {
      const { edits, change, open } = latest.current;
      if (changed.length > 0) change(withTexts(edits, changed));
      setOpen(null);
      list.current?.focus({ preventScroll: true });
      if (open) requestAnimationFrame(() => reveal.current(placeOf({ from: open.line }, 0), focusWord));
    },
    [latest],
  );
  const uncertain = lines.reduce((sum, { pieces }) => sum + pieces.filter((piece) => piece.isUncertain).length, 0);
  const shown = { paragraphs, lines, nameOf };

  return (
    <div className="grid min-w-0 gap-4">
      <div className="sticky top-14 z-10 bg-raised py-1 lg:top-0">
        <TranscriptSound
          path={loaded.soundPath}
          seconds={loaded.seconds}
          // The file itself has what was redacted.
          file={redacted.length > 0 ? null : file}
          onAudio={setAudio}
        />
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <SegmentedControl
          legend={t("view")}
          name="transcript-view"
          defaultValue={view}
          choices={(["edited", "written", "spoken"] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          onValueChange={(value) => {
            setOpen(null);
            setView(value as TranscriptView);
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          {mayEdit && <SaveState editing={editing} />}
          {isEditable && (
            <Button
              size="small"
              variant="ghost"
              icon={<Undo2 />}
              disabled={!editing.undo}
              onClick={() => editing.undo?.()}
            >
              {t("undo")}
            </Button>
          )}
          <Button size="small" icon={<Search />} aria-expanded={isFinding} onClick={() => setFinding(!isFinding)}>
            {t(isEditable ? "findReplace" : "find.find")}
          </Button>
        </div>
      </div>
      {editing.conflict && <ConflictNotice conflict={editing.conflict} onResolve={editing.resolve} />}
      {editing.failure && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <Notice kind="danger">{editing.failure}</Notice>
          <Button size="small" onClick={editing.retry}>
            {t("retry")}
          </Button>
        </div>
      )}
      {isFinding && (
        <FindBar
          lines={lines}
          list={list}
          reveal={reveal}
          onReplace={isEditable ? (changed) => change(withTexts(edits, changed)) : undefined}
          onClose={() => setFinding(false)}
        />
      )}
      {voices.length > 0 && (
        <SpeakerNames
          voices={voices}
          names={edits.names}
          mayEdit={mayEdit}
          onRename={(voice, name) => change(withName(edits, voice, name))}
        />
      )}
      {uncertain > 0 && <p className="text-muted text-sm">{t("uncertainCount", { count: uncertain })}</p>}
      {paragraphs.length === 0 && <Notice>{t("empty")}</Notice>}
      <TranscriptList
        list={list}
        reveal={reveal}
        paragraphs={paragraphs}
        lines={lines}
        nameOf={nameOf}
        audio={audio}
        isEditable={isEditable}
        open={open}
        onEdit={onEdit}
        onClose={onClose}
      />
      <p id="transcript-keys" className="text-muted text-sm max-sm:sr-only">
        {t(isEditable ? "keys" : "keysReading")}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={textOfParagraphs(paragraphs, nameOf)} label={t("copy")} />
        {documentFormats.map((format) => (
          <Button
            key={format}
            size="small"
            icon={<Download />}
            onClick={() => download(trackingId, shown, format, t("notMade"))}
          >
            {t(`formats.${format}`)}
          </Button>
        ))}
        {actions}
      </div>
    </div>
  );
}

/** The lines, each the same object as before where nothing of it has changed, so that it is not rendered again. */
function useLines(words: readonly RecognizedWord[], edits: TranscriptEdits, view: TranscriptView): readonly Line[] {
  const known = useRef(new Map<string, Line>());
  return useMemo(() => {
    const texts = new Map(edits.texts.map(({ from, text }) => [from, text]));
    const lines = linesOf(words, edits, view).map((line) => {
      const key = `${view} ${line.from} ${line.to} ${texts.get(line.from) ?? "\0"}`;
      return [key, known.current.get(key) ?? line] as const;
    });
    known.current = new Map(lines);
    return lines.map(([, line]) => line);
  }, [words, edits, view]);
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function SaveState({ editing: { status, failure, conflict } }: { editing: ReturnType<typeof useEdits> }) {
  const t = useTranslations("transcriptEditor");
  const isShown = !failure && !conflict;
  return (
    <span role="status" className="text-muted text-sm">
      {isShown && t(status)}
    </span>
  );
}

function ConflictNotice({ conflict, onResolve }: { conflict: Conflict; onResolve: (merge: boolean) => void }) {
  const t = useTranslations("transcriptEditor.conflict");
  const locale = useLocale();
  const { editor } = conflict;
  return (
    <div role="alert" className="grid gap-2">
      <Notice kind="warning">
        {editor ? t("by", { name: editor.name, time: formatTime(new Date(editor.at), locale) }) : t("bySomeone")}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onResolve(true)}>
          {t("merge")}
        </Button>
        <Button size="small" variant="ghost" onClick={() => onResolve(false)}>
          {t("discard")}
        </Button>
      </div>
    </div>
  );
}

async function download(
  name: string,
  shown: Parameters<typeof makeDocument>[0],
  format: DocumentFormat,
  failed: string,
) {
  const made = await makeDocument(shown, format).catch(() => null);
  if (!made) return toast(failed, "danger");
  saveFile(made, `${name}.${format}`);
}
