import { Download, LogIn } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { SignInFilters, SignInTable, signInFilePath, signInLogPath } from "@/components/people/sign-in-log/sign-in-log";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireViewer } from "@/lib/access/auth/session";
import { signInAddressSchema } from "@/lib/people/sign-in-log/schema";
import { describeSignIn, listSignIns } from "@/lib/people/sign-in-log/sign-in-log";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("account", "signInLogTitle");

export default async function SignInLogPage({ searchParams }: PageProps<"/account/sign-in-log">) {
  const viewer = await requireViewer();
  const { cursor, ...filter } = signInAddressSchema.parse(await searchParams);
  const page = await orError(listSignIns(viewer, { cursor, filter }));
  const [title, t] = [(await getTranslations("account"))("signInLogTitle"), await getTranslations("signInLog")];
  const list =
    page instanceof AppError ? { rows: null, next: null } : { rows: page.entries.map(describeSignIn), next: page.next };

  return (
    <Page
      title={title}
      lead={t("lead")}
      action={
        <ButtonLink href={signInFilePath(filter)} download icon={<Download aria-hidden />}>
          {t("export")}
        </ButtonLink>
      }
    >
      <SignInFilters filter={filter} />
      <PagedList
        words="signInLog"
        Icon={LogIn}
        {...list}
        filter={filter}
        cursor={cursor}
        pathOf={signInLogPath}
        table={(rows) => <SignInTable rows={rows} />}
      />
      <p className="text-muted">
        {t.rich("suspicious", { link: (words) => <Link href="/account/security">{words}</Link> })}
      </p>
    </Page>
  );
}
