import { AppError } from "./errors";

/** The last row of a page: the next page starts after it. */
export type Place = { createdAt: Date; id: string };

/** Opaque to clients. It holds only what the client has just been shown. */
export const toCursor = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString("base64url");

/** Throws INVALID_REQUEST for any text that `toCursor` did not make. */
export function fromCursor(cursor: string): Place {
  const found = /^(\d{1,14})\.([a-z]{3}_[0-9a-v]{26})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found) throw new AppError("INVALID_REQUEST", { param: "cursor" });
  return { createdAt: new Date(Number(found[1])), id: found[2] as string };
}
