import { useTranslations } from "next-intl";
import { Avatar } from "@/components/shell/avatar";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";

type PictureSectionProps = {
  name: string;
  pictureId: string | null;
  /** Why the last picture was refused. */
  complaint: string | null;
};

/** A plain form: it uploads without scripts, and its answer is this page. */
export function PictureSection({ name, pictureId, complaint }: PictureSectionProps) {
  const t = useTranslations("account.picture");
  return (
    <Card title={t("title")}>
      <form action="/account/picture" method="post" encType="multipart/form-data" className="flex flex-wrap gap-4">
        <Avatar name={name} pictureId={pictureId} size={72} label={t("yours")} />
        <div className="grid min-w-0 max-w-form flex-1 basis-64 gap-3">
          <div role="alert" className="empty:hidden">
            {complaint && <Notice kind="danger">{complaint}</Notice>}
          </div>
          <label className="grid gap-1.5 font-medium">
            {t("label")}
            <input
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp"
              aria-describedby="picture-hint"
              className="min-w-0 max-w-full font-normal text-sm file:mr-3 file:h-9 file:rounded-control file:border file:border-line file:bg-raised file:px-3 file:text-ink"
            />
          </label>
          <p id="picture-hint" className="text-muted text-sm">
            {t("hint")}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{t("upload")}</Button>
            {pictureId && (
              <Button type="submit" name="remove" value="yes" variant="ghost">
                {t("remove")}
              </Button>
            )}
          </div>
        </div>
      </form>
    </Card>
  );
}
