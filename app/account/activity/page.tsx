import { Download } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ActivityFilters } from "@/components/sign-in-log/activity-filters";
import { activityFilePath, activityPath } from "@/components/sign-in-log/activity-path";
import { ActivityTable } from "@/components/sign-in-log/activity-table";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/auth/or-error";
import { requireViewer } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { describeSignIn } from "@/lib/sign-in-log/describe";
import { listSignIns } from "@/lib/sign-in-log/list";
import { activityAddressSchema } from "@/lib/sign-in-log/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account"))("activityTitle") };
}

export default async function ActivityPage({ searchParams }: PageProps<"/account/activity">) {
  const viewer = await requireViewer();
  const { cursor, ...filter } = activityAddressSchema.parse(await searchParams);
  const page = await orError(listSignIns(viewer, { cursor, filter }));
  const [title, t] = [(await getTranslations("account"))("activityTitle"), await getTranslations("activity")];
  const list =
    page instanceof AppError ? { rows: null, next: null } : { rows: page.entries.map(describeSignIn), next: page.next };

  return (
    <Page
      title={title}
      lead={t("lead")}
      action={
        <ButtonLink href={activityFilePath(filter)} download icon={<Download aria-hidden />}>
          {t("export")}
        </ButtonLink>
      }
    >
      <ActivityFilters filter={filter} />
      <PagedList
        words="activity"
        {...list}
        {...{ filter, cursor }}
        pathOf={activityPath}
        table={(rows) => <ActivityTable rows={rows} />}
      />
      <p className="text-muted">
        {t.rich("suspicious", { link: (words) => <Link href="/account/security">{words}</Link> })}
      </p>
    </Page>
  );
}
