import type { IncomingHttpHeaders } from "node:http";

/** Set by our own server alone: the request came through a proxy. */
export const proxiedHeader = "x-vang-proxied";

/** Headers that proxies and content delivery networks add; most name the client's address. */
const addedByProxies =
  /^(forwarded|via|cdn-loop|x-(real|proxyuser)-ip|x-(original-)?forwarded(-.+)?|cf-.+|(.+-)?client-?ip|(.+-)?connecting-ip(v6)?|x-envoy-external-address)$/;

/** Whether a header shows that a proxy forwarded this request. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => addedByProxies.test(name));
