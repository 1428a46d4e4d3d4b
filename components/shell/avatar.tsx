import Image from "next/image";

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
    <Image unoptimized src={`/account/picture/${pictureId}`} width={size} height={size} alt={label ?? ""} />
  ) : (
    <span aria-hidden>{initial(name)}</span>
  );
  return (
    <span className={shape} style={{ width: size, height: size, fontSize: size * 0.45 }}>
      {content}
    </span>
  );
}

/** The given name is the last word of a Vietnamese name. */
function initial(name: string): string {
  const given = name.trim().split(/\s+/).at(-1) ?? "";
  return [...given.toLocaleUpperCase("vi")][0] ?? "?";
}
