import type { Outcome } from "@/lib/money/acts/schema";

/** The result of an act with money that no one else has to approve. */
export async function done<Result>(act: Promise<Outcome<Result>>): Promise<Result> {
  const outcome = await act;
  if (outcome.status === "done") return outcome.result;
  throw new Error(`${outcome.actId} waits for a second person.`);
}
