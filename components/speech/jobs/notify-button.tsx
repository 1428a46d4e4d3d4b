"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/buttons/button";

/** Asks the browser, on a click only, to let the console say on the desktop when a job has ended. */
export function NotifyButton() {
  const t = useTranslations("longJob.notify");
  const [permission, setPermission] = useState<NotificationPermission>();
  useEffect(() => {
    if (typeof Notification !== "undefined") setPermission(Notification.permission);
  }, []);
  if (permission === undefined) return null;
  if (permission !== "default") return <p className="text-muted text-sm">{t(permission)}</p>;
  return (
    <Button size="small" icon={<Bell />} onClick={async () => setPermission(await Notification.requestPermission())}>
      {t("ask")}
    </Button>
  );
}
