import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SharedPage, sharedMetadata } from "@/components/speech/trace/shared-page";
import { TraceHead, TraceTimeline } from "@/components/speech/trace/trace-timeline";
import { Card } from "@/components/ui/text/card";
import { getSharedTrace } from "@/lib/speech/trace/share";

export const generateMetadata = sharedMetadata("trace");

/** A trace for people outside its business, without content and key, and without the price unless its sharer shows it. */
export default async function SharedTracePage({ params, searchParams }: PageProps<"/shared/trace/[trace]">) {
  const [{ trace: id }, { link, signature }] = await Promise.all([params, searchParams]);
  const shared = await getSharedTrace(id, { link: String(link), signature: String(signature) });
  if (!shared) notFound();
  const { trace, until } = shared;
  const t = await getTranslations("trace");
  return (
    <SharedPage of="trace" until={until}>
      <TraceHead trace={trace} />
      <Card title={t("timeline")}>
        <TraceTimeline trace={trace} />
      </Card>
    </SharedPage>
  );
}
