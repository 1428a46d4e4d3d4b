import type { Route } from "next";
import { notFound, redirect } from "next/navigation";
import { requireViewer } from "@/lib/auth/session";
import { listBusinesses } from "@/lib/businesses/service";

export default async function ConsolePage(): Promise<never> {
  const [first] = await listBusinesses(await requireViewer());
  if (!first) notFound();
  redirect(`/console/${first.slug}/playground` as Route);
}
