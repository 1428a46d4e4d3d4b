import type { Route } from "next";
import { redirect } from "next/navigation";
import { requireViewer } from "@/lib/access/auth/session";
import { findHome } from "@/lib/businesses/service";

export default async function ConsolePage(): Promise<never> {
  const home = await findHome(await requireViewer());
  redirect((home ? `/console/${home}` : "/console/new") as Route);
}
