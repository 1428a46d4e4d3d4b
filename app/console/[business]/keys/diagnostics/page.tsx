import { getTranslations } from "next-intl/server";
import { DiagnosticsForm } from "@/components/keys/diagnostics/diagnostics-form";
import { RejectedRequests } from "@/components/keys/diagnostics/rejected-requests";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { diagnose } from "@/lib/keys/request-log/diagnostics/diagnose";
import { listRejected } from "@/lib/keys/request-log/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { ForbiddenContent } from "../../forbidden-content";

export const generateMetadata = pageTitle("diagnostics", "title");

export default async function DiagnosticsPage({
  params,
  searchParams,
}: PageProps<"/console/[business]/keys/diagnostics">) {
  const member = await requireMember((await params).business);
  const [t, keys, { id }] = await Promise.all([getTranslations("diagnostics"), getTranslations("keys"), searchParams]);
  // Secrets are not read from a URL.
  const requested = typeof id === "string" && /^(req|tts|stt)_[0-9a-v]{26}$/.test(id) ? id : undefined;
  const mayRead = can(member.role, "keys:read");
  return (
    <Page title={t("title")} lead={t("lead")}>
      {mayRead ? (
        <>
          <DiagnosticsForm
            key={requested}
            business={member.businessSlug}
            mayWrite={can(member.role, "keys:write")}
            requested={requested ? { id: requested, diagnosis: await diagnose(member, requested) } : undefined}
          />
          <RejectedRequests business={member.businessSlug} requests={await listRejected(member)} />
        </>
      ) : (
        <ForbiddenContent>{keys("forbidden")}</ForbiddenContent>
      )}
    </Page>
  );
}
