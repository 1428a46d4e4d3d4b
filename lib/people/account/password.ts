import "server-only";
import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { AppError } from "@/lib/platform/errors";
import { processWide } from "@/lib/platform/process-wide";

/** 19 MiB and two passes: OWASP's minimum for argon2id. Tests of something else lower it. */
export const hashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxQueueLength = 20;

// Two at once fill two cores; a longer queue would only make all responses slow in a flood of guesses.
const limit = processWide("hashing", () => pLimit(2));

/** Throws OVERLOADED if 20 others wait. Called before any other work of a request that would have to wait too. */
export function requireHashingRoom(): void {
  if (limit.pendingCount >= maxQueueLength) throw new AppError("OVERLOADED");
}

function bounded<Result>(work: () => Promise<Result>): Promise<Result> {
  requireHashingRoom();
  return limit(work);
}

/** A PHC string of argon2id, the library's default. Throws OVERLOADED if 20 others already wait. */
export async function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password.normalize("NFKC"), hashingCost));
}

let placeholderHash: Promise<string> | undefined;

/** Pass null if there is no such account: it takes the same time and is false. Throws OVERLOADED if 20 others wait. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  placeholderHash ??= hash("nobody's password", hashingCost);
  const placeholder = await placeholderHash;
  const matches = await bounded(() => verify(passwordHash ?? placeholder, password.normalize("NFKC")));
  return matches && passwordHash !== null;
}
