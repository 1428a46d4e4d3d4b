import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { hasDevelopmentPages } from "@/lib/access/auth/development";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("mail.outbox"))("title"), robots: { index: false } };
}

/** Shows everyone's emails, so it exists only where no other machine can reach it. */
export default async function OutboxLayout({ children }: LayoutProps<"/dev/mail">) {
  if (!(await hasDevelopmentPages())) notFound();
  return <main>{children}</main>;
}
