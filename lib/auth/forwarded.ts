import type { IncomingHttpHeaders } from "node:http";

/** Set by our own server alone: the request came through a proxy. */
export const proxiedHeader = "x-vang-proxied";

/** Whether a header shows that a proxy forwarded this request. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => /^(forwarded|via|x-real-ip|x-forwarded-.+)$/.test(name));
