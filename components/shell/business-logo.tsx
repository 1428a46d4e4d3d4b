import type { NamedBusiness } from "./business-switcher";

type BusinessLogoProps = { business: NamedBusiness /** Pixels on each side. */; size?: 24 | 72 };

/** The business's logo, or the first letter of its name. Its name is always beside it. */
export function BusinessLogo({ business: { slug, name, pictureId }, size = 24 }: BusinessLogoProps) {
  const side = size === 24 ? "size-6" : "size-18";
  if (!pictureId) {
    return (
      <span aria-hidden className={`grid ${side} shrink-0 place-items-center rounded-small bg-sunken font-semibold`}>
        {[...name.toLocaleUpperCase("vi")][0]}
      </span>
    );
  }
  const source = `/console/${slug}/logo/${pictureId}`;
  return (
    // biome-ignore lint/performance/noImgElement: already small, and Next's component would be in every page's script
    <img src={source} alt="" width={size} height={size} className={`${side} shrink-0 rounded-small`} />
  );
}
