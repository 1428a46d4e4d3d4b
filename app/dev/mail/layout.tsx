import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { env } from "@/lib/env";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail.outbox"))("title"), robots: { index: false } };
}

/** Shows everyone's mail, so it exists only where nobody else can reach it. */
export default function OutboxLayout({ children }: LayoutProps<"/dev/mail">) {
  if (!env.developmentPages) notFound();
  return <main>{children}</main>;
}
