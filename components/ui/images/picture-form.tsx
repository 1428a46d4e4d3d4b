import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/buttons/button";
import { Notice } from "@/components/ui/feedback/notice";
import { FileField } from "@/components/ui/fields/file-field";

type PictureFormProps = {
  /** The route that takes the picture and redirects back here. */
  action: string;
  shown: ReactNode;
  label: string;
  mayRemove: boolean;
  /** Why the last picture was rejected. */
  complaint?: string;
};

/** A plain form: it uploads without scripts, and its response is the page it is on. */
export function PictureForm({ action, shown, label, mayRemove, complaint }: PictureFormProps) {
  const t = useTranslations("pictures");
  return (
    <form
      id="picture"
      action={action}
      method="post"
      encType="multipart/form-data"
      className="flex scroll-mt-24 flex-wrap gap-4"
    >
      {shown}
      <div className="grid min-w-0 max-w-form flex-1 basis-64 gap-3">
        <div role="alert" className="empty:hidden">
          {complaint && <Notice kind="danger">{complaint}</Notice>}
        </div>
        <FileField label={label} name="picture" accept="image/jpeg,image/png,image/webp" hint={t("hint")} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit">{t("upload")}</Button>
          {mayRemove && (
            <Button type="submit" name="remove" value="yes" variant="ghost">
              {t("remove")}
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
