import type { StatusCodes } from "@/lib/api/openapi/reference";

/** Error codes by HTTP status, each with a link to its entry. */
export function StatusCodeList({ errors }: { errors: readonly StatusCodes[] }) {
  return errors.map(({ status, codes }) => (
    <p key={status} className="flex flex-wrap gap-x-3 text-sm leading-6">
      <span className="font-mono text-muted">{status}</span>
      {codes.map((code) => (
        <a key={code} href={`/docs/errors#${code}`} className="break-all font-mono underline">
          {code}
        </a>
      ))}
    </p>
  ));
}
