import "server-only";
import { hours } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

const uploads = openAttempts("picture upload", 20, hours(1));

/** At most 20 at once and one each three minutes, for themselves or a business. Throws TOO_MANY_ATTEMPTS. */
export async function countPictureUpload(userId: string): Promise<void> {
  if (!(await uploads.isAllowed(userId))) throw new AppError("TOO_MANY_ATTEMPTS", { message: "pictures.tooOften" });
}
