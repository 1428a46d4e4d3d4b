import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/text/badge";
import type { JobRow } from "@/lib/speech/history/describe";

type JobBadgesProps = Pick<JobRow, "mode" | "status" | "resultCode" | "region" | "isReadable"> & { here: string };

/** Badges for what is unusual about a job; usually none. */
export function JobBadges({ mode, status, resultCode, region, isReadable, here }: JobBadgesProps) {
  const t = useTranslations("history");
  return (
    <>
      {mode === "test" && <Badge kind="info">{t("modes.test")}</Badge>}
      {resultCode === "NO_SPEECH_FOUND" && <Badge kind="info">{t("noSpeech")}</Badge>}
      {region !== here && <Badge kind="info">{t(`regions.${region}`)}</Badge>}
      {status === "completed" && region === here && !isReadable && <Badge>{t("erased")}</Badge>}
    </>
  );
}
