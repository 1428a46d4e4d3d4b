import "server-only";
import { type NamedAgent, nameAgent } from "@/lib/platform/net/user-agent";
import type { SignInSummary } from "./list";
import { type AttemptMethod, alarmingResults, badResults, type SignInResult } from "./schema";

export type SignInRow = NamedAgent & {
  id: string;
  result: SignInResult;
  isAlarming: boolean;
  method: AttemptMethod;
  ip: string | null;
  createdAt: Date;
};

export function describeSignIn({ id, result, method, ip, userAgent, createdAt }: SignInSummary): SignInRow {
  return {
    id,
    result: result as SignInResult,
    isAlarming: [...badResults, ...alarmingResults].some((alarming) => alarming === result),
    method: method as AttemptMethod,
    ip,
    createdAt,
    ...nameAgent(userAgent),
  };
}
