import { useTranslations } from "next-intl";
import { PictureForm } from "@/components/ui/images/picture-form";
import { Avatar } from "@/components/ui/text/avatar";
import { Card } from "@/components/ui/text/card";

type PictureSectionProps = {
  name: string;
  pictureId: string | null;
  complaint?: string;
};

export function PictureSection({ name, pictureId, complaint }: PictureSectionProps) {
  const t = useTranslations("account.picture");
  return (
    <Card title={t("title")}>
      <PictureForm
        action="/account/picture"
        shown={<Avatar name={name} pictureId={pictureId} size={72} label={t("yours")} />}
        label={t("label")}
        mayRemove={pictureId !== null}
        complaint={complaint}
      />
    </Card>
  );
}
