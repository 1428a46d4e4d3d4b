import type { Pronunciation, ReadingOptions } from "./read";

/** How a text is read beside what its voice's region says; `off` leaves it as it is typed, but for its pauses. */
export type WantedReading = { pronunciations?: readonly Pronunciation[]; reading?: Partial<ReadingOptions> | "off" };
