"use client";

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Input } from "@/components/ui/fields/controls";
import { type Line, textOf } from "@/lib/speech/transcripts/edits/text";
import { type ChangedText, searchFor } from "./edits";
import { placeOf, type Reveal, toCenter } from "./follow";

type FindBarProps = {
  lines: readonly Line[];
  list: RefObject<HTMLElement | null>;
  reveal: RefObject<Reveal>;
  /** Undefined where the transcript cannot be changed, or is shown as it was recognized. */
  onReplace?: (changed: readonly ChangedText[]) => void;
  onClose: () => void;
};

type Match = { line: Line; start: number; end: number };

/** More are replaced, but not marked. */
const mostMarked = 500;

/** Finds a text in all lines, marks it without rendering the list again, and replaces it. */
export function FindBar({ lines, list, reveal, onReplace, onClose }: FindBarProps) {
  const t = useTranslations("transcriptEditor.find");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [typed, setTyped] = useState("");
  // Typing does not wait for what is found and marked.
  const query = useDeferredValue(typed);
  const [replacement, setReplacement] = useState("");
  const [at, setAt] = useState(0);
  const matches = useMemo(() => findIn(lines, query), [lines, query]);
  const current = Math.min(at, Math.max(0, matches.length - 1));

  useEffect(() => {
    const again = () => mark(list.current, matches, matches[current]);
    again();
    // Of a long transcript other paragraphs come into the document.
    const observer = new MutationObserver(again);
    if (list.current) observer.observe(list.current, { childList: true });
    return () => {
      observer.disconnect();
      mark(list.current, []);
    };
  }, [list, matches, current]);

  function go(step: number) {
    const next = (current + step + matches.length) % Math.max(1, matches.length);
    setAt(next);
    const place = matches[next] && wordsOf(matches[next])[0]?.place;
    if (place) reveal.current(place, toCenter);
  }
  const replaceOne = () => {
    const match = matches[current];
    if (!match) return;
    const text = textOf(match.line.pieces);
    onReplace?.([change(match.line, text.slice(0, match.start) + replacement + text.slice(match.end))]);
  };
  const replaceAll = () => {
    const search = searchFor(query);
    const found = [...new Set(matches.map(({ line }) => line))];
    if (search)
      onReplace?.(
        found.map((line) =>
          change(
            line,
            textOf(line.pieces).replace(search, () => replacement),
          ),
        ),
      );
  };

  return (
    <search className="grid gap-2 rounded-control border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-40 flex-1">
          <Input
            aria-label={t("find")}
            placeholder={t("find")}
            aria-describedby={id}
            value={typed}
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
            onKeyDown={(event) => {
              if (event.key === "Escape") onClose();
              if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
            }}
            ref={field}
          />
        </span>
        <span id={id} role="status" className="text-muted text-sm tabular-nums">
          {query.trim() !== "" && t("count", { at: matches.length === 0 ? 0 : current + 1, count: matches.length })}
        </span>
        <span className="flex">
          <IconButton label={t("previous")} icon={<ArrowUp />} disabled={matches.length === 0} onClick={() => go(-1)} />
          <IconButton label={t("next")} icon={<ArrowDown />} disabled={matches.length === 0} onClick={() => go(1)} />
          <IconButton label={t("close")} icon={<X />} onClick={onClose} />
        </span>
      </div>
      {onReplace && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-40 flex-1">
            <Input
              aria-label={t("replacement")}
              placeholder={t("replacement")}
              value={replacement}
              autoComplete="off"
              onChange={(event) => setReplacement(event.target.value)}
            />
          </span>
          <Button size="small" disabled={matches.length === 0} onClick={replaceOne}>
            {t("replace")}
          </Button>
          <Button size="small" disabled={matches.length === 0} onClick={replaceAll}>
            {t("replaceAll", { count: matches.length })}
          </Button>
        </div>
      )}
    </search>
  );
}

function findIn(lines: readonly Line[], query: string): Match[] {
  const search = searchFor(query);
  if (!search) return [];
  return lines.flatMap((line) =>
    [...textOf(line.pieces).matchAll(search)].map((found) => ({
      line,
      start: found.index,
      end: found.index + found[0].length,
    })),
  );
}

function change(line: Line, text: string): ChangedText {
  const tidy = text.replace(/\s+/g, " ").trim();
  return { from: line.from, to: line.to, text: tidy === line.original ? null : tidy };
}

/** The words of a match, with how far into its text each begins. */
function wordsOf({ line, start, end }: Match): { place: string; from: number; length: number }[] {
  let from = 0;
  return line.pieces.flatMap(({ text }, index) => {
    const word = { place: placeOf(line, index), from, length: text.length };
    from += text.length + 1;
    return word.from < end && word.from + word.length > start ? [word] : [];
  });
}

function mark(list: HTMLElement | null, matches: readonly Match[], current?: Match): void {
  if (typeof Highlight === "undefined") return;
  const found = matches.length > 0 ? (list?.querySelectorAll<HTMLElement>("[data-at]") ?? []) : [];
  const elements = new Map([...found].map((element) => [element.dataset.at, element]));
  const isPresent = ({ line }: Match) => elements.has(placeOf(line, 0));
  const rangeOf = (match: Match): Range[] => {
    const words = wordsOf(match);
    const [first, last] = [words[0], words.at(-1)];
    const [begin, end] = [first, last].map((word) => word && elements.get(word.place)?.firstChild);
    if (!first || !last || !begin || !end) return [];
    const range = new Range();
    range.setStart(begin, Math.max(0, match.start - first.from));
    range.setEnd(end, Math.min(last.length, match.end - last.from));
    return [range];
  };
  CSS.highlights.set("found", new Highlight(...matches.filter(isPresent).slice(0, mostMarked).flatMap(rangeOf)));
  CSS.highlights.set("found-now", new Highlight(...(current ? rangeOf(current) : [])));
}
