"use client";

import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Skeleton } from "@/components/ui/feedback/skeleton";

// Only the staff loads it, and only on a press.
const VoiceInstaller = dynamic(() => import("./voice-installer").then(({ VoiceInstaller }) => VoiceInstaller), {
  loading: () => <Skeleton className="h-64 w-full" />,
});

/** The button that installs a natural voice, with its dialog. The page is shown again when the dialog is closed. */
export function InstallVoice() {
  const t = useTranslations("naturalVoices");
  const router = useRouter();
  return (
    <Dialog
      title={t("title")}
      lead={t("lead")}
      trigger={{ label: t("title"), size: "small", icon: <Download /> }}
      onClose={() => router.refresh()}
    >
      <VoiceInstaller />
    </Dialog>
  );
}
