import "server-only";
import { type NamedAgent, nameAgent } from "@/lib/user-agent";
import type { SignInSummary } from "./list";
import { type AttemptMethod, goodResults, type SignInResult } from "./schema";

/** One line of the activity page. */
export type SignInRow = NamedAgent & {
  id: string;
  result: SignInResult;
  isGood: boolean;
  method: AttemptMethod;
  ip: string | null;
  createdAt: Date;
};

export function describeSignIn({ id, result, method, ip, userAgent, createdAt }: SignInSummary): SignInRow {
  return {
    id,
    result: result as SignInResult,
    isGood: (goodResults as readonly string[]).includes(result),
    method: method as AttemptMethod,
    ip,
    createdAt,
    ...nameAgent(userAgent),
  };
}
