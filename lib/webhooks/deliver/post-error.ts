/** Why an attempt failed; their texts are in the catalogues under `webhooks.errors`. */
export const postErrors = [
  "url",
  "dns",
  "address_refused",
  "connection",
  "tls",
  "timeout",
  "response",
  "redirect",
  "status",
  "stopped",
  "interrupted",
] as const;
export type PostErrorCode = (typeof postErrors)[number];

export class PostError extends Error {
  constructor(readonly code: PostErrorCode) {
    super(code);
  }
}
