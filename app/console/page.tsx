import type { Route } from "next";
import { redirect } from "next/navigation";
import { requireViewer } from "@/lib/auth/session";
import { listBusinesses } from "@/lib/businesses/service";

export default async function ConsolePage(): Promise<never> {
  const [first] = await listBusinesses(await requireViewer());
  redirect((first ? `/console/${first.slug}/playground` : "/console/new") as Route);
}
