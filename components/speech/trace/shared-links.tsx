import { useTranslations } from "next-intl";
import { Form } from "@/components/ui/fields/form";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { tracePath } from "@/lib/speech/path";
import { endSharedLinkAction } from "@/lib/speech/trace/actions";
import type { ListedLink } from "@/lib/speech/trace/share";

type SharedLinksProps = {
  links: readonly ListedLink[];
  business: string;
  /** On the page of the one trace that they all show. */
  ofOneTrace?: boolean;
};

/** The links to traces that people outside the business can open now, each of which can be withdrawn. */
export function SharedLinks({ links, business, ofOneTrace = false }: SharedLinksProps) {
  const t = useTranslations("trace.share");
  const subject: Column<ListedLink> = {
    head: t("trace"),
    cell: ({ subject }) => (
      <Link href={tracePath(business, subject)} className="break-all font-mono text-sm underline">
        {subject}
      </Link>
    ),
  };
  const columns: Column<ListedLink>[] = [
    ...(ofOneTrace ? [] : [subject]),
    { head: t("by"), cell: ({ sharer }) => <span className="wrap-anywhere">{sharer}</span> },
    { head: t("until"), cell: ({ expiresAt }) => <RelativeTime time={expiresAt} /> },
    {
      head: t("shows"),
      cell: ({ showsPrice, showsTranscript }) =>
        t(showsTranscript ? "showsTranscript" : showsPrice ? "showsPrice" : "showsTrace"),
    },
    {
      head: t("actions"),
      quiet: true,
      cell: ({ id, mayEnd }) =>
        mayEnd && (
          <Form
            action={endSharedLinkAction}
            hidden={{ business, link: id }}
            submit={t("withdraw")}
            button={{ variant: "secondary", size: "small" }}
          />
        ),
    },
  ];
  return (
    <Card title={t("links")} padded={links.length === 0}>
      {links.length === 0 ? (
        <p className="max-w-text text-muted">{t("none")}</p>
      ) : (
        <Table caption={t("links")} columns={columns} rows={links} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
