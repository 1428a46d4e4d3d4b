import { getTranslations } from "next-intl/server";
import { LazyEditor } from "@/components/speech/transcripts/lazy-editor";
import { ShareTranscript } from "@/components/speech/transcripts/share-transcript";
import { Notice } from "@/components/ui/feedback/notice";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Card } from "@/components/ui/text/card";
import { BackLink, Page } from "@/components/ui/text/page";
import { orNotFound } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { getJob } from "@/lib/speech/history/list";
import { historyPath } from "@/lib/speech/path";

export const generateMetadata = pageTitle("transcriptEditor", "title");

/** The transcript of one request, to read, play and correct. */
export default async function TranscriptPage({
  params,
}: PageProps<"/console/[business]/history/[trackingId]/transcript">) {
  const { business: slug, trackingId } = await params;
  const member = await requireMember(slug);
  const business = member.businessSlug;
  await orNotFound(getJob(member, trackingId));
  const t = await getTranslations("transcriptEditor");
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      back={<BackLink href={historyPath(business, { job: trackingId })}>{t("back")}</BackLink>}
    >
      <Card>
        <div className="grid gap-4">
          <LazyEditor
            business={business}
            trackingId={trackingId}
            actions={<ShareTranscript business={business} trackingId={trackingId} />}
            fallback={<Skeleton className="h-64" />}
            gone={<Notice>{t("gone")}</Notice>}
          />
        </div>
      </Card>
    </Page>
  );
}
