/** Where a voice comes from. */
export type Region = "north" | "central" | "south";

/** The words in which usage differs from region to region, or from business to business. */
export type ReadingOptions = {
  /** The empty ten of 105. */
  emptyTen: "linh" | "lẻ";
  thousand: "nghìn" | "ngàn";
  /** The four that closes 24. */
  four: "tư" | "bốn";
  /** 2026: in full, without "không trăm", or digit by digit. */
  year: "full" | "short" | "digits";
  /** The two decimals of 3,14: as a number, or digit by digit. */
  decimals: "number" | "digits";
};

const common = { year: "full", decimals: "number" } as const;

const south: ReadingOptions = { emptyTen: "lẻ", thousand: "ngàn", four: "bốn", ...common };

/** How a voice of this region reads when nothing else is chosen. */
export const regionalReading: Record<Region, ReadingOptions> = {
  north: { emptyTen: "linh", thousand: "nghìn", four: "tư", ...common },
  central: south,
  south,
};
