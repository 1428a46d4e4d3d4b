/** Plain text with its line breaks and clickable URLs. */
export function LinkedText({ children }: { children: string }) {
  const parts = children.split(/(https?:\/\/\S+)/);
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {parts.map((part, place) =>
        place % 2 === 1 ? (
          <a key={part} href={part} className="underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
