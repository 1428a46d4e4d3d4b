import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

type PictureFormProps = {
  /** The route that takes the picture and leads back here. */
  action: string;
  /** The picture as it is now. */
  shown: ReactNode;
  label: string;
  mayRemove: boolean;
  /** Why the last picture was refused. */
  complaint?: string;
};

/** A plain form: it uploads without scripts, and its answer is the page it stands on. */
export function PictureForm({ action, shown, label, mayRemove, complaint }: PictureFormProps) {
  const t = useTranslations("pictures");
  const id = useId();
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
        <label className="grid gap-1.5 font-medium">
          {label}
          <input
            type="file"
            name="picture"
            accept="image/jpeg,image/png,image/webp"
            aria-describedby={`${id}-hint`}
            className="min-w-0 max-w-full font-normal text-sm file:mr-3 file:h-9 file:rounded-control file:border file:border-line file:bg-raised file:px-3 file:text-ink"
          />
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          {t("hint")}
        </p>
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
