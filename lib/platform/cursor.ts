import { AppError } from "./errors";

/** The last row of a page: the next page starts after it. */
export type Place = { createdAt: Date; id: string };

/** Opaque to clients. It holds only what the client has just been shown. */
export const toCursor = ({ createdAt, id }: Place): string =>
  Buffer.from(`${createdAt.getTime()}.${id}`).toString("base64url");

/** Cuts a page from rows of which one more was read, with the cursor of the next page: null on the last one. */
export function cutPage<Row extends Place>(found: Row[], limit: number): { rows: Row[]; next: string | null };
export function cutPage<Row>(
  found: Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): { rows: Row[]; next: string | null };
export function cutPage(found: Place[], limit: number, placeOf = (row: Place) => row) {
  const last = found[limit - 1];
  return { rows: found.slice(0, limit), next: found.length > limit && last ? toCursor(placeOf(last)) : null };
}

/**
 * Prisma's condition for rows after a cursor, the newest first, by the columns of their order. Throws INVALID_REQUEST
 * for an invalid cursor.
 */
export function afterCursor(cursor: string | null | undefined, { time = "createdAt", id = "id" } = {}) {
  if (!cursor) return {};
  const place = fromCursor(cursor);
  // Implied by the second condition, but only this one limits the index scan.
  return { [time]: { lte: place.createdAt }, OR: [{ [time]: { lt: place.createdAt } }, { [id]: { lt: place.id } }] };
}

/** Throws INVALID_REQUEST for any text that `toCursor` did not make. */
export function fromCursor(cursor: string): Place {
  const found = /^(\d{1,14})\.([a-z]{3}_[0-9a-v]{26})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found) throw new AppError("INVALID_REQUEST", { param: "cursor" });
  return { createdAt: new Date(Number(found[1])), id: found[2] as string };
}
