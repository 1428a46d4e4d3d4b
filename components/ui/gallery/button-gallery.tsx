import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { IconButton } from "@/components/ui/buttons/icon-button";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Kbd } from "@/components/ui/text/kbd";
import { Specimen, SpecimenRow } from "./specimen";

const variants = ["primary", "secondary", "ghost", "danger"] as const;

export function ButtonGallery() {
  return (
    <Card title="Buttons and badges">
      <Specimen name="Button: variants, small, pending, disabled">
        {[{}, { size: "small" as const }, { pending: true }, { disabled: true }].map((look) => (
          <SpecimenRow key={JSON.stringify(look)}>
            {variants.map((variant) => (
              <Button key={variant} variant={variant} {...look}>
                Tạo khóa
              </Button>
            ))}
          </SpecimenRow>
        ))}
      </Specimen>
      <Specimen name="With an icon, as a link, icon alone">
        <SpecimenRow>
          <Button variant="primary" icon={<Plus />}>
            Tạo khóa API
          </Button>
          <ButtonLink href="/dev/components">Về danh sách</ButtonLink>
          <IconButton label="Thu hồi" icon={<Trash2 />} />
          <Kbd>⌘</Kbd>
          <Kbd>Enter</Kbd>
        </SpecimenRow>
      </Specimen>
      <Specimen name="Badge">
        <SpecimenRow>
          <Badge>Đang chờ</Badge>
          <Badge kind="info">Thử nghiệm</Badge>
          <Badge kind="success">Đang dùng</Badge>
          <Badge kind="warning">Sắp hết hạn</Badge>
          <Badge kind="danger">Đã thu hồi</Badge>
        </SpecimenRow>
      </Specimen>
    </Card>
  );
}
