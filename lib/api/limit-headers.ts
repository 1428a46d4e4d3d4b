import "server-only";
import type { Allowance } from "@/lib/rate-limit/allow";
import { defaultWindowMs } from "@/lib/rate-limit/limits";

const windowSeconds = defaultWindowMs / 1000;

const nameOf = ({ policy, unit }: Allowance) => (unit === "requests" ? policy : `${policy}-concurrent`);

const policyOf = (allowance: Allowance) => {
  const { unit, most } = allowance;
  const over = unit === "requests" ? `w=${windowSeconds}` : `qu="${unit}"`;
  return `"${nameOf(allowance)}";q=${most};${over}`;
};

const stateOf = (allowance: Allowance) => {
  const { left, restoresMs } = allowance;
  return `"${nameOf(allowance)}";r=${left}${restoresMs === null ? "" : `;t=${Math.ceil(restoresMs / 1000)}`}`;
};

/** Of two that are used up, the one that is so for longer. */
const byNearness = (a: Allowance, b: Allowance) => a.left - b.left || (b.restoresMs ?? 0) - (a.restoresMs ?? 0);

/**
 * What an answer says of its key's limits: draft-ietf-httpapi-ratelimit-headers-11, structured fields (RFC 9651), and
 * the older `X-RateLimit-…` of the limit that is nearest.
 */
export function limitHeaders(allowances: readonly Allowance[]): Record<string, string> {
  const [nearest] = allowances.filter(({ unit }) => unit === "requests").sort(byNearness);
  if (!nearest) return {};
  return {
    "ratelimit-policy": allowances.map(policyOf).join(", "),
    ratelimit: allowances.map(stateOf).join(", "),
    "x-ratelimit-limit": String(nearest.most),
    "x-ratelimit-remaining": String(nearest.left),
    "x-ratelimit-reset": String(Math.ceil((nearest.restoresMs ?? 0) / 1000)),
  };
}
