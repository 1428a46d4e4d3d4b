/** PostgreSQL's classes and codes for connections (08), resources (53), read-only servers, shutdown and startup. */
const states = /^(08\w{3}|53\w{3}|25006|57P0[1-3])$/;
const systemCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Prisma's codes for no connection, a connection timeout, and a closed connection. */
const prismaCodes = /^(P1001|P1002|P1008|P1017|P2024|P2028)$/;
/** node-postgres's messages that come without a code. */
const words =
  /^(Connection terminated|timeout e(xceeded|xpired)|Query read timeout|Client has encountered a connection)/;

/** Whether an error means that the database is unavailable, rather than that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, message, cause } = error as Error & { code?: unknown };
  if (typeof code === "string" && [states, systemCodes, prismaCodes].some((known) => known.test(code))) return true;
  return words.test(message) || (cause !== undefined && isDatabaseUnavailable(cause));
}
