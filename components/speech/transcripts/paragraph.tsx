"use client";

import { clsx } from "clsx";
import { Pencil, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Textarea } from "@/components/ui/fields/controls";
import { formatSeconds } from "@/lib/platform/i18n/format";
import { type Line, type Paragraph, textOf } from "@/lib/speech/transcripts/edits/text";
import type { ChangedText } from "./edits";
import { placeOf } from "./follow";

export type ParagraphProps = {
  paragraph: Paragraph;
  /** What its voice is called; null without voices. */
  name: string | null;
  mayEdit: boolean;
  /** The line whose field has the focus first, while the paragraph is edited; null while it is read. */
  edited: number | null;
  onEdit: (paragraph: Paragraph, line: number) => void;
  onClose: (changed: readonly ChangedText[]) => void;
};

/** Rendered again only if one of its lines or its name is another. Clicks and keys on words are handled by the list. */
export const ParagraphView = memo(function ParagraphView(props: ParagraphProps) {
  const { paragraph, name, mayEdit, edited, onEdit } = props;
  const t = useTranslations("transcriptEditor");
  const first = paragraph.lines[0]?.from ?? 0;
  const isChanged = paragraph.lines.some(({ isEdited }) => isEdited);
  return (
    <div className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 text-sm">
        {name !== null && <span className="font-semibold wrap-anywhere">{name}</span>}
        <button
          type="button"
          tabIndex={-1}
          data-play={placeOf({ from: first }, 0)}
          aria-label={t("hearFrom", { time: formatSeconds(paragraph.start) })}
          className="rounded-small px-1 font-mono text-muted underline decoration-line underline-offset-4 hover:bg-hover hover:text-ink"
        >
          {formatSeconds(paragraph.start)}
        </button>
        {isChanged && <span className="text-muted">{t("changed")}</span>}
        {mayEdit && edited === null && (
          <IconButton
            label={t("editParagraph", { time: formatSeconds(paragraph.start) })}
            icon={<Pencil />}
            tabIndex={-1}
            onClick={() => onEdit(paragraph, first)}
          />
        )}
      </div>
      {edited === null ? (
        <p lang="vi" className="max-w-text text-lg wrap-anywhere">
          {paragraph.lines.map((line) => (
            <LineWords key={line.from} line={line} />
          ))}
        </p>
      ) : (
        <ParagraphFields {...props} edited={edited} />
      )}
    </div>
  );
}, isSame);

function isSame(one: ParagraphProps, other: ParagraphProps): boolean {
  const [lines, others] = [one.paragraph.lines, other.paragraph.lines];
  return (
    one.name === other.name &&
    one.edited === other.edited &&
    one.mayEdit === other.mayEdit &&
    one.onEdit === other.onEdit &&
    one.onClose === other.onClose &&
    lines.length === others.length &&
    lines.every((line, index) => line === others[index])
  );
}

const LineWords = memo(function LineWords({ line }: { line: Line }) {
  const t = useTranslations("transcriptEditor");
  if (line.pieces.length === 0) return <span className="text-muted">{t("emptyLine")} </span>;
  return line.pieces.map((piece, index) => {
    const place = placeOf(line, index);
    return (
      <Fragment key={place}>
        <span
          data-at={place}
          className={clsx(
            "cursor-pointer rounded-small hover:bg-hover focus-visible:outline-2 focus-visible:outline-ink",
            "data-now:bg-hover data-now:shadow-[inset_0_-2px_0_var(--accent)]",
            piece.isUncertain && "underline decoration-2 decoration-amber decoration-dotted underline-offset-4",
          )}
          {...(piece.isUncertain && { role: "button", tabIndex: 0, title: t("uncertain") })}
        >
          {piece.text}
        </span>{" "}
      </Fragment>
    );
  });
});

/** A field for each line. Nothing is changed until the fields are left or confirmed. */
function ParagraphFields({ paragraph, edited, onClose }: ParagraphProps & { edited: number }) {
  const t = useTranslations("transcriptEditor");
  const [typed, setTyped] = useState<Record<number, string>>({});
  const fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const field = fields.current?.querySelector<HTMLTextAreaElement>(`textarea[name="${edited}"]`);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [edited]);

  const shown = (line: Line) => typed[line.from] ?? textOf(line.pieces);
  const change = (line: Line, text: string) => setTyped({ ...typed, [line.from]: text });
  const close = () => {
    const changed = paragraph.lines.flatMap((line): ChangedText[] => {
      const text = shown(line).replace(/\s+/g, " ").trim().normalize("NFC");
      if (text === textOf(line.pieces)) return [];
      return [{ from: line.from, to: line.to, text: text === line.original ? null : text }];
    });
    onClose(changed);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose([]);
    else if (event.key === "Enter") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <fieldset ref={fields} className="grid gap-2">
      <legend className="sr-only">{t("editParagraph", { time: formatSeconds(paragraph.start) })}</legend>
      {paragraph.lines.map((line, index) => (
        <div key={line.from} className="grid gap-1">
          <Textarea
            lang="vi"
            rows={2}
            name={String(line.from)}
            maxLength={2000}
            aria-label={t("line", { number: index + 1 })}
            value={shown(line)}
            onChange={(event) => change(line, event.target.value)}
            onKeyDown={handleKey}
          />
          {shown(line) !== line.original && (
            <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
              <span>{t("original", { text: line.original })}</span>
              <Button size="small" variant="ghost" icon={<RotateCcw />} onClick={() => change(line, line.original)}>
                {t("restore")}
              </Button>
            </p>
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={close}>
          {t("done")}
        </Button>
        <Button size="small" variant="ghost" onClick={() => onClose([])}>
          {t("cancel")}
        </Button>
      </div>
    </fieldset>
  );
}
