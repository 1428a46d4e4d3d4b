import type { ReferenceSchema } from "@/lib/api/openapi/reference";
import { FieldList } from "./field-list";

/** One object type, with its name as the anchor. */
export function SchemaEntry({ schema: { name, fields } }: { schema: ReferenceSchema }) {
  return (
    <section
      aria-labelledby={`schema-${name}`}
      className="grid min-w-0 scroll-mt-4 gap-3 border-line border-b py-4"
      id={name}
    >
      <h2 id={`schema-${name}`} className="font-medium font-mono text-base">
        {name}
      </h2>
      <FieldList fields={fields} />
    </section>
  );
}
