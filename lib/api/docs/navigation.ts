import "server-only";
import { isOperationGroup } from "@/lib/api/openapi/operations";
import type { Locale } from "@/lib/platform/i18n/locale";
import { say } from "./messages";
import { type DocSection, type DocSlug, docPages, docPath, docSlugs } from "./pages";
import { readTitle } from "./read-page";
import { listOperations } from "./reference";

/** All pages by section, for the side navigation; the operations of a group are entries below its page. */
export async function listDocLinks(locale: Locale) {
  return Promise.all(
    (Object.keys(docPages) as DocSection[]).map(async (section) => ({
      title: say(locale, `docs.site.sections.${section}`),
      pages: await Promise.all(docPages[section].map((slug) => linkTo(slug, locale))),
    })),
  );
}

async function linkTo(slug: DocSlug, locale: Locale) {
  const href = `/${locale}${docPath(slug)}`;
  const group = slug.replace(/^reference\//, "");
  const entries = isOperationGroup(group)
    ? listOperations(locale)
        .filter((operation) => operation.group === group && slug !== group)
        .map(({ name, method }) => ({ href: `${href}#${name}`, title: say(locale, `operations.${name}`), method }))
    : [];
  return { href, title: await readTitle(slug, locale), entries };
}

export async function neighborsOf(slug: DocSlug, locale: Locale) {
  const at = docSlugs.indexOf(slug);
  const [previous, next] = await Promise.all(
    [docSlugs[at - 1], docSlugs[at + 1]].map((other) => (other === undefined ? undefined : linkTo(other, locale))),
  );
  return { previous, next };
}
