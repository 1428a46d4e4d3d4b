import { Refusal } from "@/lib/errors";

/** A service's answer, or its refusal for the page to put into words. A bug stays one. */
export async function orRefusal<Answer>(answer: Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
