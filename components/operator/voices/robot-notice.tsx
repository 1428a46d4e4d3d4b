import { useTranslations } from "next-intl";
import { ClientMessages } from "@/components/shell/client-messages";
import { Notice } from "@/components/ui/feedback/notice";
import { InstallVoice } from "./install-voice";

/**
 * For the staff, beside voices that are all robotic. It brings its own messages: the other people on its pages do not get
 * those of the staff.
 */
export function RobotNotice() {
  const t = useTranslations("naturalVoices");
  return (
    <Notice>
      <div className="grid justify-items-start gap-2">
        <p>{t("robot")}</p>
        <ClientMessages areas={["account", "naturalVoices", "passkeys", "twoFactor"]}>
          <InstallVoice />
        </ClientMessages>
      </div>
    </Notice>
  );
}
