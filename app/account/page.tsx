import { getLocale, getTranslations } from "next-intl/server";
import { DataSection, PictureSection } from "@/components/people/account/account-cards";
import { EmailSection } from "@/components/people/account/email-section";
import { ProfileForm } from "@/components/people/account/profile-form";
import { RequestsSection } from "@/components/people/account/requests-section";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { choicesOf } from "@/components/ui/fields/controls";
import { Sections } from "@/components/ui/lists/sections";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { requireViewer } from "@/lib/access/auth/session";
import { getProfile } from "@/lib/people/account/profile";
import { dataRequestKinds } from "@/lib/people/data-requests/schema";
import { listDataRequests } from "@/lib/people/data-requests/service";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { labelTimeZone, timeZones } from "@/lib/platform/i18n/time-zone";
import { translate } from "@/lib/platform/i18n/translate";
import { pictureComplaint } from "@/lib/platform/images/schema";

export const generateMetadata = pageTitle("account", "profileTitle");

export default async function ProfilePage({ searchParams }: PageProps<"/account">) {
  const [t, locale, viewer] = await Promise.all([getTranslations("account"), getLocale(), requireViewer()]);
  const { pictureId, email, ...stored } = await getProfile(viewer);
  // Until a language is chosen, saving the form keeps the one that is shown.
  const profile = { ...stored, locale: viewer.chosenLocale ?? locale };
  const refused = pictureComplaint((await searchParams).refused);

  const sections = [
    {
      id: "details",
      title: t("details"),
      content: <ProfileForm profile={profile} zones={choicesOf(timeZones, (value) => labelTimeZone(value))} />,
    },
    {
      id: "own-picture",
      title: t("picture.title"),
      content: (
        <PictureSection name={profile.name} pictureId={pictureId} complaint={refused && translate(locale, refused)} />
      ),
    },
    { id: "email", title: t("email.title"), content: <EmailSection email={email} /> },
    { id: "data", title: t("data.title"), content: <DataSection pictureId={pictureId} /> },
    {
      id: "requests",
      title: t("requests.title"),
      content: <RequestsSection requests={await listDataRequests(viewer)} kinds={dataRequestKinds} />,
    },
    {
      id: "delete",
      title: t("delete.title"),
      content: (
        <Card title={t("delete.title")}>
          <div className="grid justify-items-start gap-3">
            <p className="text-muted">{t("delete.teaser")}</p>
            <ButtonLink href="/account/delete">{t("delete.open")}</ButtonLink>
          </div>
        </Card>
      ),
    },
  ];
  return (
    <Page title={t("profileTitle")} lead={t("profileLead")}>
      <Sections label={t("sections")} sections={sections} />
    </Page>
  );
}
