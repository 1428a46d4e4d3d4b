import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/shell/client-messages";
import { EarlyClicks } from "@/components/shell/early-clicks";
import { OfflineWorker } from "@/components/shell/offline-worker";
import { SupportProvider } from "@/components/shell/support-contact";
import { Toaster } from "@/components/ui/feedback/toaster";
import { env } from "@/lib/platform/env";
import { isTheme, themeCookie } from "@/lib/platform/i18n/theme";
import { supportContacts } from "@/lib/platform/mail/support";
import { fonts } from "./fonts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return {
    metadataBase: new URL(env.url),
    title: { default: "Vang", template: "%s · Vang" },
    description: t("description"),
    manifest: "/manifest.webmanifest",
    openGraph: { siteName: "Vang", images: [{ url: "/social.png", width: 1200, height: 630, alt: "Vang" }] },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = { colorScheme: "light dark" };

export default async function RootLayout({ children }: LayoutProps<"/">) {
  // Scripts carry a nonce of their request, so no page can be rendered ahead of it.
  await connection();
  const theme = (await cookies()).get(themeCookie)?.value;
  const [, nonce] = /'nonce-([^']+)'/.exec((await headers()).get("content-security-policy") ?? "") ?? [];

  return (
    <html lang={await getLocale()} data-theme={isTheme(theme) ? theme : "system"} className={fonts}>
      <body>
        <EarlyClicks nonce={nonce} />
        <ClientMessages>
          <SupportProvider contact={supportContacts()[0]}>{children}</SupportProvider>
          <Toaster />
          <OfflineWorker />
        </ClientMessages>
      </body>
    </html>
  );
}
