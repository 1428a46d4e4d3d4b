import type { Route } from "next";
import type { AuditAddress, AuditFilter } from "@/lib/access/audit/schema";
import { withQuery } from "@/lib/platform/with-query";

export const auditPath = (business: string, address: AuditAddress = {}): Route =>
  withQuery(`/console/${business}/audit`, address);

export const auditFilePath = (business: string, filter: AuditFilter): Route =>
  withQuery(`/console/${business}/audit/audit.csv`, filter);
