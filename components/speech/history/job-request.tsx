import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { JobView } from "@/lib/speech/history/describe";
import { Facts } from "./facts";

/** The request, in the API's own names. */
export function JobRequest({ job }: { job: JobView }) {
  const t = useTranslations("history");
  const facts = [
    ...(job.voiceId ? [{ label: "voiceId", value: <Named name={job.voiceName} id={job.voiceId} /> }] : []),
    { label: "modelId", value: <Named name={job.modelName} id={job.modelId} /> },
    ...(job.engine
      ? [{ label: t("engine"), value: job.engine === "demo-synthetic" ? t("demoEngine") : job.engine }]
      : []),
    ...(job.fileName ? [{ label: t("fileName"), value: job.fileName }] : []),
    { label: "audioFormat", value: job.audioFormat ?? "" },
    { label: "languageCode", value: job.languageCode ?? t("notSent") },
  ];
  return (
    <div className="grid min-w-0 gap-3">
      <h3 className="font-medium">{t("request")}</h3>
      <Facts facts={facts} />
      {job.options && <CodeBlock label="config" code={job.options} />}
    </div>
  );
}

function Named({ name, id }: { name: string | null; id: string | null }) {
  return (
    <>
      {name} {name !== id && <code className="font-mono text-muted text-sm">{id}</code>}
    </>
  );
}
