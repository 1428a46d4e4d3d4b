type AvatarProps = {
  name: string;
  pictureId?: string | null;
  /** Pixels on each side. */
  size: number;
  /** The accessible name, if no name is beside it. */
  label?: string;
};

/** A person's picture, or the first letter of their given name. */
export function Avatar({ name, pictureId, size, label }: AvatarProps) {
  const shape = "grid shrink-0 place-items-center overflow-hidden rounded-full bg-sunken font-medium";
  const content = pictureId ? (
    // biome-ignore lint/performance/noImgElement: already small, and Next's component would be in every page's script
    <img src={`/account/picture/${pictureId}`} width={size} height={size} alt={label ?? ""} />
  ) : (
    <span aria-hidden>{initial(name)}</span>
  );
  return (
    <span className={shape} style={{ width: size, height: size, fontSize: size * 0.45 }}>
      {content}
    </span>
  );
}

/** The given name is the last word of a Vietnamese name, and the first of one without any Vietnamese letter. */
function initial(name: string): string {
  const isVietnamese = /[\u0300-\u036f]|đ/i.test(name.normalize("NFD"));
  const given =
    name
      .trim()
      .split(/\s+/)
      .at(isVietnamese ? -1 : 0) ?? "";
  return [...given.toLocaleUpperCase("vi")][0] ?? "?";
}
