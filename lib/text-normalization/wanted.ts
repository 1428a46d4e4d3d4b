import type { Pronunciation, ReadingOptions } from "./verbalize";

/** Overrides of the region's defaults; `off` leaves the text as typed except for pause marks. */
export type WantedReading = { pronunciations?: readonly Pronunciation[]; reading?: Partial<ReadingOptions> | "off" };
