import "server-only";
import type { Allowance } from "@/lib/keys/allow";
import { defaultWindowMs } from "@/lib/platform/rate-limit/limits";

const windowSeconds = defaultWindowMs / 1000;

const nameOf = ({ policy, unit }: Allowance) => (unit === "requests" ? policy : `${policy}-concurrent`);

const policyOf = (allowance: Allowance) => {
  const { unit, limit } = allowance;
  const over = unit === "requests" ? `w=${windowSeconds}` : `qu="${unit}"`;
  return `"${nameOf(allowance)}";q=${limit};${over}`;
};

const stateOf = (allowance: Allowance) => {
  const { left, resetMs } = allowance;
  return `"${nameOf(allowance)}";r=${left}${resetMs === null ? "" : `;t=${Math.ceil(resetMs / 1000)}`}`;
};

/** Of two that are used up, the one that stays so for longer. */
const byNearness = (a: Allowance, b: Allowance) => a.left - b.left || (b.resetMs ?? 0) - (a.resetMs ?? 0);

/** draft-ietf-httpapi-ratelimit-headers-11 (structured fields, RFC 9651), and `X-RateLimit-…` of the tightest limit. */
export function limitHeaders(allowances: readonly Allowance[]): Record<string, string> {
  const [nearest] = allowances.filter(({ unit }) => unit === "requests").sort(byNearness);
  if (!nearest) return {};
  return {
    "ratelimit-policy": allowances.map(policyOf).join(", "),
    ratelimit: allowances.map(stateOf).join(", "),
    "x-ratelimit-limit": String(nearest.limit),
    "x-ratelimit-remaining": String(nearest.left),
    "x-ratelimit-reset": String(Math.ceil((nearest.resetMs ?? 0) / 1000)),
  };
}
