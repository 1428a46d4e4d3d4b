import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/buttons/button";
import { Input } from "@/components/ui/fields/input";

type DatesFormProps = {
  view?: string;
  fields: readonly { name: string; label: string; type: "date" | "month"; value: string }[];
};

/** Chooses the day or months of a report, by its URL alone. */
export function DatesForm({ view, fields }: DatesFormProps) {
  const t = useTranslations("operator.books");
  return (
    <form action="/operator/books" className="flex flex-wrap items-end gap-3 print:hidden">
      {view && <input type="hidden" name="view" value={view} />}
      {fields.map(({ name, label, type, value }) => (
        <label key={name} htmlFor={`report-${name}`} className="grid w-44 gap-1 text-muted text-sm">
          {label}
          <Input id={`report-${name}`} name={name} type={type} defaultValue={value} key={value} />
        </label>
      ))}
      <Button type="submit">{t("show")}</Button>
    </form>
  );
}
