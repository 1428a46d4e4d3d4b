/** Classes and codes of PostgreSQL's for "not now": connections (08), resources (53), and its own coming and going. */
const states = /^(08\w{3}|53\w{3}|57P0[1-3])$/;
const systemCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Prisma's for no connection, none in time, and one that was closed. */
const prismaCodes = /^(P1001|P1002|P1008|P1017|P2024|P2028)$/;
/** What node-postgres says without a code. */
const words =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client has encountered a connection)/;

/** Whether an error of a query says that the database cannot be had at present, rather than that the query is wrong. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  if (typeof code === "string" && [states, systemCodes, prismaCodes].some((known) => known.test(code))) return true;
  return words.test(message) || (cause !== undefined && isDatabaseAway(cause));
}
