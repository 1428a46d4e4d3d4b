import { AppError } from "@/lib/platform/errors";
import { bookLimits } from "./cut";

/** An e-book that cannot be read, without a more precise reason. */
export const damaged = (): AppError => new AppError("BOOK_INVALID");

export const noEpub = (): AppError => new AppError("BOOK_INVALID", { message: "jobs.book.noEpub" });

/** `mostBytes`: of the file, or of what is unpacked from it. */
export const bookTooLarge = (mostBytes: number): AppError =>
  new AppError("BOOK_INVALID", { message: "jobs.book.tooLarge", values: { megabytes: mostBytes / 1024 ** 2 } });

export const tooManyFiles = (most: number): AppError =>
  new AppError("BOOK_INVALID", { message: "jobs.book.tooManyFiles", values: { most } });

export const tooManyChapters = (): AppError =>
  new AppError("TEXT_TOO_LONG", { message: "jobs.tooManyChapters", values: { max: bookLimits.chapters } });
