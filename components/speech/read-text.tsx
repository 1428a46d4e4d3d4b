import type { ReactNode } from "react";
import type { Changed, Piece, Segment } from "@/lib/speech/spoken-words";

type ReadTextProps = {
  segments: readonly Segment[];
  /** When each spoken word begins, in seconds, for a script that lights it. */
  starts?: readonly (number | undefined)[];
  /** Something around a word that is read differently from how it is written. */
  renderChanged?: (changed: Changed, drawing: ReactNode) => ReactNode;
  renderPause?: (seconds: number) => ReactNode;
};

/** A text with the words that are spoken under the written ones. Each spoken word has its number, to be lit by. */
export function ReadText({
  segments,
  starts,
  renderChanged = (_, drawing) => drawing,
  renderPause = () => null,
}: ReadTextProps) {
  const draw = (pieces: readonly Piece[]) =>
    pieces.map(({ text, word }, index) =>
      word === undefined ? (
        text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
        <span key={index} data-word={word} data-start={starts?.[word]}>
          {text}
        </span>
      ),
    );
  return segments.map((segment) => {
    const key = `${segment.kind} ${segment.at}`;
    if (segment.kind === "plain") return <span key={key}>{draw(segment.pieces)}</span>;
    if (segment.kind === "pause") return <span key={key}>{renderPause(segment.seconds)}</span>;
    const drawing = (
      <ruby>
        {segment.written}
        {segment.tail}
        <rt>{draw(segment.pieces)}</rt>
      </ruby>
    );
    return <span key={key}>{renderChanged(segment, drawing)}</span>;
  });
}
