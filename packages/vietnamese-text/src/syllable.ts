const onsets = "ngh|ng|nh|gh|gi|kh|ch|ph|qu|th|tr|b|c|d|đ|g|h|k|l|m|n|p|q|r|s|t|v|x";
const rhymes =
  "a|ac|ach|ai|am|an|ang|anh|ao|ap|at|au|ay|e|ec|ech|em|en|eng|enh|eo|ep|et|eu|i|ia|ich|iec|iem|ien|ieng|iep|iet|ieu|im|in|inh|ip|it|iu|o|oa|oac|oach|oai|oam|oan|oang|oanh|oao|oap|oat|oay|oc|oe|oen|oeo|oet|oi|om|on|ong|oc|ooc|oong|op|ot|u|ua|uac|uan|uang|uat|uay|uc|ue|uech|uenh|ui|um|un|ung|uoc|uoi|uom|uon|uong|uop|uot|uou|uo|up|ut|uu|uy|uya|uych|uyen|uyet|uynh|uyp|uyt|uyu|uyn|y|yem|yen|yeng|yet|yeu|ych|ynh|ac|oi|uoi|e";

const shape = new RegExp(`^(?:${onsets})?(?:${rhymes})$`);

/** Letter by letter without tones and other diacritics, in lower case. */
const withoutMarks = (word: string): string =>
  word.normalize("NFD").replace(/\p{M}/gu, "").replace(/[đĐ]/g, "d").toLowerCase();

/** Whether a word could be a Vietnamese syllable, with or without its tones. */
export const isSyllable = (word: string): boolean => shape.test(withoutMarks(word));

/** In an all-capitals line, a short form that could be a syllable, such as THA, is a word. */
export function isShouted(text: string, at: number, end: number): boolean {
  if (!isSyllable(text.slice(at, end))) return false;
  const before = /(\p{Lu}{2,})[ \u00A0]$/u.exec(text.slice(Math.max(0, at - 12), at))?.[1];
  const behind = /^[ \u00A0](\p{Lu}{2,})/u.exec(text.slice(end, end + 12))?.[1];
  return [before, behind].some((word) => word && isSyllable(word));
}
