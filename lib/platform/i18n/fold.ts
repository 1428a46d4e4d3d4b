/** A text for searching by what people type: without tone marks, hooks and capitals, so that `duc` finds Đức. */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("đ", "d").trim();
