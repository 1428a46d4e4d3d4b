/** The region of a voice. */
export type Region = "north" | "central" | "south";

/** Wording that differs between regions or businesses. */
export type ReadingOptions = {
  /** The zero tens of 105. */
  emptyTen: "linh" | "lẻ";
  thousand: "nghìn" | "ngàn";
  /** The final four of 24. */
  four: "tư" | "bốn";
  /** 2026: in full, without "không trăm", or digit by digit. */
  year: "full" | "short" | "digits";
  /** The two decimals of 3,14: as a number, or digit by digit. */
  decimals: "number" | "digits";
  /** `chat` also reads the short forms of chat and online shops: mk, b, ae, k. `auto`: in texts that have several. */
  textStyle: "auto" | "standard" | "chat";
  /** Emoji by their names, or not at all. */
  emoji: "silent" | "name";
};

const common = { year: "full", decimals: "number", textStyle: "auto", emoji: "silent" } as const;

const south: ReadingOptions = { emptyTen: "lẻ", thousand: "ngàn", four: "bốn", ...common };

/** Defaults of each region. */
export const regionalReading: Record<Region, ReadingOptions> = {
  north: { emptyTen: "linh", thousand: "nghìn", four: "tư", ...common },
  central: south,
  south,
};
