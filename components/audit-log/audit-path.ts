import type { Route } from "next";
import type { AuditAddress, AuditFilter } from "@/lib/audit-log/schema";

/** Where a business's log is, narrowed or not. */
export const auditPath = (business: string, address: AuditAddress = {}): Route =>
  `/console/${business}/audit${query(address)}` as Route;

/** The same entries as a file. */
export const auditFilePath = (business: string, filter: AuditFilter): Route =>
  `/console/${business}/audit/audit.csv${query(filter)}` as Route;

function query(address: AuditAddress): string {
  const given = Object.entries(address).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
