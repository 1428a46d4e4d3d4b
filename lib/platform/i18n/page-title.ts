import "server-only";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

/** A page's `generateMetadata`: its title is a message, in the reader's language. */
export const pageTitle = (namespace: string, id: string) => async (): Promise<Metadata> => ({
  title: (await getTranslations(namespace))(id),
});
