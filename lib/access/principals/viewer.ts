import type { Device } from "@/lib/access/principals/device";
import type { Locale } from "@/lib/platform/i18n/locale";

declare const proof: unique symbol;

/** Proof that someone is signed in, whatever business they are in. Only `lib/access/auth` creates one. */
export type Viewer = {
  readonly [proof]: "viewer";
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  /** The language of their emails. */
  readonly locale: Locale;
  /** Null: their pages follow each browser's own language. */
  readonly chosenLocale: Locale | null;
  /** IANA name. */
  readonly timeZone: string;
  readonly pictureId: string | null;
  /** Whether a password alone no longer signs them in. */
  readonly hasSecondFactor: boolean;
  /** When they last proved their identity in this session. */
  readonly freshAt: Date;
  readonly device: Device;
};
