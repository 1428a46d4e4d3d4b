import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/buttons/button-class";
import type { JobView } from "@/lib/speech/history/describe";
import { historyPath } from "@/lib/speech/history/path";
import { EraseDialog } from "./erase-dialog";

type JobActionsProps = { job: JobView; business: string; canErase: boolean };

/** Erases a job's content, or shows the receipt of its erasure. */
export function JobActions({ job, business, canErase }: JobActionsProps) {
  const t = useTranslations("history");
  if (!job.deletedAt)
    return canErase && (job.isReadable || job.inputPath) && job.status === "completed" ? (
      <div>
        <EraseDialog business={business} trackingId={job.trackingId} />
      </div>
    ) : null;
  return (
    <div>
      <a
        href={`${historyPath(business)}/${job.trackingId}/receipt.json`}
        download
        className={buttonClass({ size: "small" })}
      >
        <Download aria-hidden />
        {t("receipt")}
      </a>
    </div>
  );
}
