import { getLocale } from "next-intl/server";
import { isDocSlug } from "@/lib/api/docs/pages";
import { readDocPage } from "@/lib/api/docs/read-page";
import { asPlainMarkdown } from "@/lib/api/docs/requests";

/** A page of the documentation as Markdown: `/en/docs/webhooks.md`. */
export async function GET(_: Request, { params }: RouteContext<"/docs/markdown/[[...slug]]">) {
  const slug = ((await params).slug ?? []).join("/");
  if (!isDocSlug(slug)) return new Response("Not found. All pages: /llms.txt\n", { status: 404, headers });
  const markdown = await readDocPage(slug, await getLocale());
  return new Response(`${asPlainMarkdown(markdown)}\n`, { headers });
}

const headers = { "content-type": "text/markdown; charset=utf-8" };
