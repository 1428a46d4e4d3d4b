"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Line, Paragraph } from "@/lib/speech/transcripts/edits/text";
import type { ChangedText } from "./edits";
import { elementAt, type Reveal } from "./follow";
import { ParagraphView } from "./paragraph";
import { useWordKeys } from "./use-word-keys";

type TranscriptListProps = {
  list: RefObject<HTMLOListElement | null>;
  reveal: RefObject<Reveal>;
  paragraphs: readonly Paragraph[];
  lines: readonly Line[];
  nameOf: (voice: string) => string;
  audio: HTMLAudioElement | null;
  isEditable: boolean;
  /** The paragraph that is edited, by its first word, and the line in it. */
  open: { paragraph: number; line: number } | null;
  onEdit: (paragraph: Paragraph, line: number) => void;
  onClose: (changed: readonly ChangedText[]) => void;
};

/** Up to so many paragraphs are all in the document, where the browser's own search finds them. */
const mostWhole = 40;

/** In pixels, as the paragraphs look. */
const gap = 12;
const headHeight = 40;
const lineHeight = 30;
const letterWidth = 8.5;
const mostLetters = 68;

const firstOf = ({ lines }: Paragraph): number => lines[0]?.from ?? 0;

/** The paragraphs of a transcript. Of hours of speech only those near the window are in the document. */
export function TranscriptList(props: TranscriptListProps) {
  const { list, reveal, paragraphs, lines, nameOf, audio, isEditable, open, onEdit, onClose } = props;
  const t = useTranslations("transcriptEditor");
  const [place, setPlace] = useState({ top: 0, width: 600 });
  const focused = useRef<number>(null);
  // Above it other parts of the page come and go.
  useLayoutEffect(() => {
    const { top = 0, width = 0 } = list.current?.getBoundingClientRect() ?? {};
    const next = { top: Math.round(top + scrollY), width: Math.round(width) };
    if (next.top !== place.top || next.width !== place.width) setPlace(next);
  });

  const indexOf = useCallback((from: number) => lastUpTo(paragraphs, from), [paragraphs]);
  const rangeExtractor = (range: Range) => {
    if (range.count <= mostWhole) return paragraphs.map((_, index) => index);
    // What is edited, and the word that has the focus, stay while they are out of sight.
    const kept = [open?.paragraph, focused.current].flatMap((from) => (from == null ? [] : [indexOf(from)]));
    return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((one, other) => one - other);
  };
  const virtualizer = useWindowVirtualizer({
    count: paragraphs.length,
    estimateSize: (index) => estimateHeight(paragraphs[index], place.width),
    getItemKey: (index) => firstOf(paragraphs[index] as Paragraph),
    rangeExtractor,
    overscan: 3,
    gap,
    scrollMargin: place.top,
  });

  useEffect(() => {
    reveal.current = (where, done) => {
      const present = elementAt(list.current, where);
      if (present) return done(present);
      virtualizer.scrollToIndex(indexOf(Number.parseInt(where, 10)), { align: "center" });
      let frames = 0;
      const look = () => {
        const element = elementAt(list.current, where);
        frames += 1;
        if (element) done(element);
        else if (frames < 60) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
  }, [reveal, list, virtualizer, indexOf]);

  const editLine = (line: Line) => {
    const paragraph = paragraphs[indexOf(line.from)];
    if (paragraph) onEdit(paragraph, line.from);
  };
  const keys = useWordKeys({ list, lines, audio, reveal, onEdit: isEditable ? editLine : undefined });

  return (
    <ol
      ref={list}
      aria-label={t("words")}
      aria-describedby="transcript-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows go on from here to its words
      tabIndex={0}
      className="relative rounded-control outline-offset-4"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={({ target }) => {
        const from = target.closest<HTMLElement>("[data-from]")?.dataset.from;
        focused.current = from === undefined ? null : Number(from);
      }}
      {...keys}
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const paragraph = paragraphs[index] as Paragraph;
        const from = firstOf(paragraph);
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-from={from}
            aria-setsize={paragraphs.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - place.top}px)` }}
          >
            <ParagraphView
              paragraph={paragraph}
              name={paragraph.voice === null ? null : nameOf(paragraph.voice)}
              mayEdit={isEditable}
              edited={open?.paragraph === from ? open.line : null}
              onEdit={onEdit}
              onClose={onClose}
            />
          </li>
        );
      })}
    </ol>
  );
}

/** The last paragraph that begins with this word or one before it. */
function lastUpTo(paragraphs: readonly Paragraph[], from: number): number {
  let [low, high] = [0, paragraphs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firstOf(paragraphs[middle] as Paragraph) <= from) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function estimateHeight(paragraph: Paragraph | undefined, width: number): number {
  const letters = (paragraph?.lines ?? []).reduce((sum, { original }) => sum + original.length + 1, 0);
  const lettersPerLine = Math.max(20, Math.min(mostLetters, width / letterWidth));
  return headHeight + lineHeight * Math.ceil(letters / lettersPerLine);
}
