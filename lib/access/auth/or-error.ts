import { notFound } from "next/navigation";
import { AppError } from "@/lib/platform/errors";

/** A service's result, or its error for the page to show. A bug is thrown on. */
export async function orError<Answer>(answer: Promise<Answer>): Promise<Answer | AppError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** A service's result; after an error of it the page is one that does not exist. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const found = await orError(answer);
  if (found instanceof AppError) notFound();
  return found;
}
