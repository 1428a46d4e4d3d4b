import { useTranslations } from "next-intl";
import { ActForm } from "@/components/operator/act-form";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { addNoteAction } from "@/lib/operator/businesses/actions";
import type { BusinessDetail } from "@/lib/operator/businesses/find";

/** What the staff wrote about the business; its members never see it. */
export function NotesCard({ business: { id, notes } }: { business: BusinessDetail }) {
  const [t, history] = [useTranslations("operator.businesses"), useTranslations("operator.history")];
  return (
    <Card title={t("notes")}>
      <div className="grid gap-4">
        {notes.length === 0 ? (
          <p className="text-muted">{t("noNotes")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {notes.map(({ id: noteId, text, createdAt, author }) => (
              <li key={noteId} className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
                <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
                <div className="flex flex-wrap gap-x-3 text-muted text-sm">
                  <span>{author?.name ?? history("terminal")}</span>
                  <Moment time={createdAt} />
                </div>
              </li>
            ))}
          </ul>
        )}
        <div className="max-w-form">
          <ActForm
            action={addNoteAction}
            hidden={{ id }}
            fields={[{ name: "text", label: t("note"), hint: t("noteHint"), kind: "lines" }]}
            submit={t("addNote")}
            isMinor
          />
        </div>
      </div>
    </Card>
  );
}
