import { AppError } from "@/lib/errors";

/** A service's result, or its error for the page to show. A bug is thrown on. */
export async function orError<Answer>(answer: Promise<Answer>): Promise<Answer | AppError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
