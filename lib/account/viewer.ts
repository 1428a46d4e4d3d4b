import type { Locale } from "@/lib/i18n/locale";

declare const proof: unique symbol;

/** Proof that someone is signed in, whatever business they look at. Only `lib/auth` makes one. */
export type Viewer = {
  readonly [proof]: "viewer";
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
};
