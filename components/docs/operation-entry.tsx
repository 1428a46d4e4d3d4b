import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/text/code-block";
import type { ReferenceBody, ReferenceOperation } from "@/lib/api/openapi/reference";
import { FieldList } from "./field-list";
import { StatusCodeList } from "./status-code-list";

/** One operation: its parameters, its response, and its errors. */
export function OperationEntry({ operation }: { operation: ReferenceOperation }) {
  const t = useTranslations("docs.reference");
  const say = useTranslations("operations");
  const describe = useTranslations("docs.operations");
  const { name, method, paths, scope, parameters, body, example, answers, ownErrors } = operation;
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className="grid min-w-0 scroll-mt-4 gap-4 border-line border-b py-5"
    >
      <div className="grid gap-1">
        <h2 id={`${name}-title`} className="font-medium text-lg">
          {say(name)}
        </h2>
        <p className="max-w-text text-base">{describe(name)}</p>
        {paths.map((path, index) => (
          <p key={path} className="wrap-anywhere text-base">
            <code className="font-mono">
              {method} {path}
            </code>
            {index > 0 && <span className="text-muted"> ({t("also")})</span>}
          </p>
        ))}
      </div>
      <Part title={t("example")}>
        <CodeBlock label={t("request")} code={example.request} />
        <CodeBlock label={t("answer")} code={example.response} />
      </Part>
      <Part title={t("key")}>
        <p className="text-base">{t(`scopes.${scope.replace(/\W/g, "_") as "public"}`)}</p>
      </Part>
      {parameters.length > 0 && (
        <Part title={t("parameters")}>
          <FieldList fields={parameters} />
        </Part>
      )}
      {body && (
        <Part title={t("body")}>
          <BodyFields body={body} />
        </Part>
      )}
      {answers.map(({ status, bodies, headers }) => (
        <Part key={status} title={`${t("answer")} ${status}`}>
          {bodies.map((answer) => (
            <BodyFields key={answer.type} body={answer} />
          ))}
          <p className="wrap-anywhere text-base">
            <span className="text-muted">{t("headers")}: </span>
            <code className="font-mono text-sm">{headers.join(", ")}</code>
          </p>
        </Part>
      ))}
      <Part title={t("refusals")}>
        <StatusCodeList errors={ownErrors} />
        <p className="text-sm">
          <a href="/docs/reference#common-errors" className="underline">
            {t("moreErrors")}
          </a>
        </p>
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-x-6 gap-y-1 lg:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="font-medium text-base text-muted">{title}</h3>
      <div className="grid min-w-0 gap-2">{children}</div>
    </div>
  );
}

function BodyFields({ body: { type, fields } }: { body: ReferenceBody }) {
  return (
    <div className="grid min-w-0 gap-2">
      <code className="wrap-anywhere font-mono text-base">{type}</code>
      {fields.length > 0 && <FieldList fields={fields} />}
    </div>
  );
}
