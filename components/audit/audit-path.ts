import type { Route } from "next";
import { withQuery } from "@/components/ui/lists/with-query";
import type { AuditAddress, AuditFilter } from "@/lib/audit/schema";

export const auditPath = (business: string, address: AuditAddress = {}): Route =>
  withQuery(`/console/${business}/audit`, address);

export const auditFilePath = (business: string, filter: AuditFilter): Route =>
  withQuery(`/console/${business}/audit/audit.csv`, filter);
