import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CreateKeyDialog } from "@/components/keys/create-key-dialog";
import type { FirstCallExample } from "@/components/keys/first-call";
import { KeyList } from "@/components/keys/key-list";
import { NoKeys } from "@/components/keys/no-keys";
import { Notice } from "@/components/ui/notice";
import { Page } from "@/components/ui/page";
import { orRefusal } from "@/lib/auth/or-refusal";
import { requireMember } from "@/lib/auth/session";
import { can } from "@/lib/businesses/roles";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { listKeys } from "@/lib/keys/service";
import { listVoices } from "@/lib/speech/catalogue";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("keys"))("title") };
}

export default async function KeysPage({ params }: PageProps<"/console/[business]/keys">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("keys");
  const keys = await orRefusal(listKeys(member));
  if (keys instanceof Refusal) {
    return (
      <Page title={t("title")} lead={t("lead")}>
        <Notice kind="warning">{t("forbidden")}</Notice>
      </Page>
    );
  }

  const business = member.businessSlug;
  const mayWrite = can(member.role, "keys:write");
  const example = firstCall(t("firstCallText"));
  return (
    <Page
      title={t("title")}
      lead={t("lead")}
      action={mayWrite && <CreateKeyDialog business={business} example={example} />}
    >
      {keys.every(({ revokedAt }) => revokedAt) && <NoKeys mayCreate={mayWrite} example={example} />}
      <KeyList keys={keys} revokeIn={mayWrite ? business : undefined} />
    </Page>
  );
}

function firstCall(text: string): FirstCallExample {
  const voice = listVoices().find(({ region }) => region === "south");
  const request = {
    text,
    voiceId: voice?.voiceId ?? "",
    modelId: voice?.modelIds[0] ?? "",
    audioFormat: "mp3",
  } as const;
  return { baseUrl: env.url, request };
}
