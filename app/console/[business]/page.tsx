import type { Route } from "next";
import { redirect } from "next/navigation";
import { requireMember } from "@/lib/auth/session";

export default async function BusinessPage({ params }: PageProps<"/console/[business]">): Promise<never> {
  const { businessSlug } = await requireMember((await params).business);
  redirect(`/console/${businessSlug}/playground` as Route);
}
