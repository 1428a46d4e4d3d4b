/** Words reserved for the console's own URLs. */
const reserved = new Set(
  "account admin api app archived businesses console dev docs help legal mail new none null operator settings sign-in sign-up status support undefined vang verify www".split(
    " ",
  ),
);

/** Vietnamese letters lose their marks, all else becomes one hyphen. Never empty, reserved, or longer than 40. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    // The only Vietnamese letter that is not a base letter and marks; `ð` is often typed in its place.
    .replace(/[đð]/g, "d")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  if (slug === "") return "business";
  return reserved.has(slug) ? `${slug}-business` : slug;
}
