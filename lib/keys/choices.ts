import { type KeyMode, keyModes } from "@/lib/access/principals/mode";

export { type KeyMode, keyModes };

/** The prefix of every key, by its mode; safe to show. */
export const secretPrefixes = { live: "vang_live_", test: "vang_test_" } as const satisfies Record<KeyMode, string>;

/** How long a rotated secret still works, in hours. */
export const overlaps = ["0", "1", "24", "168"] as const;

export type Overlap = (typeof overlaps)[number];
