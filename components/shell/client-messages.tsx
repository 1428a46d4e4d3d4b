import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { MessageArea } from "@/lib/platform/i18n/areas";
import { commonAreas } from "@/lib/platform/i18n/areas";

type Props = { areas?: readonly MessageArea[]; children: ReactNode };

/** The messages for scripts below here: common ones and these areas. All of them would be most of a page's weight. */
export async function ClientMessages({ areas = [], children }: Props) {
  const all = await getMessages();
  const sent = Object.fromEntries([...commonAreas, ...areas].map((area) => [area, all[area]]));
  return <NextIntlClientProvider messages={sent}>{children}</NextIntlClientProvider>;
}

/** A layout that only gives the pages below it these areas of the messages. */
export function messagesLayout(...areas: MessageArea[]) {
  return ({ children }: { children: ReactNode }) => <ClientMessages areas={areas}>{children}</ClientMessages>;
}
