/** Why a request to another server failed; their texts are in the catalogues under `webhooks.errors`. */
export const requestErrors = [
  "url",
  "dns",
  "dns_not_found",
  "address_refused",
  "connection",
  "refused",
  "reset",
  "unreachable",
  "tls",
  "tls_self_signed",
  "tls_untrusted",
  "tls_expired",
  "tls_host",
  "timeout",
  "response",
  "redirect",
  "status",
  "stopped",
  "interrupted",
] as const;
export type RequestErrorCode = (typeof requestErrors)[number];

export class RequestError extends Error {
  constructor(readonly code: RequestErrorCode) {
    super(code);
  }
}

/** By the codes of Node, OpenSSL and undici. */
const reasons: Record<string, RequestErrorCode> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  UND_ERR_SOCKET: "reset",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "unreachable",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_self_signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_untrusted",
  CERT_UNTRUSTED: "tls_untrusted",
  CERT_HAS_EXPIRED: "tls_expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_host",
};

export function reasonOf(error: unknown): RequestErrorCode | undefined {
  if (error instanceof RequestError) return error.code;
  return reasons[(error as NodeJS.ErrnoException | undefined)?.code ?? ""];
}
