import { Ellipsis, Plus } from "lucide-react";
import { Dialog, DialogActions, DialogClose, Sheet } from "@/components/ui/dialogs/dialog";
import { Menu } from "@/components/ui/dialogs/menu";
import { menuItemClass } from "@/components/ui/dialogs/menu-item-class";
import { Tooltip } from "@/components/ui/dialogs/tooltip";
import { Field } from "@/components/ui/fields/field";
import { Card } from "@/components/ui/text/card";
import { Specimen, SpecimenRow } from "./specimen";

export function OverlayGallery() {
  return (
    <Card title="Overlays">
      <Specimen name="Dialog, sheet, menu, tooltip">
        <SpecimenRow>
          <Dialog
            title="Tạo khóa API"
            lead="Khóa cho phép máy chủ của bạn gọi Vang."
            trigger={{ label: "Mở hộp thoại", icon: <Plus />, variant: "primary" }}
          >
            <Field label="Tên khóa" name="name" />
            <DialogActions>
              <DialogClose>Hủy</DialogClose>
              <DialogClose variant="primary">Tạo khóa</DialogClose>
            </DialogActions>
          </Dialog>
          <Sheet title="Lượt đọc" lead="tts_06a1bvq8l9s7p3" trigger={{ label: "Mở ngăn bên" }}>
            <p>Chi tiết của một dòng.</p>
          </Sheet>
          <Menu
            trigger={<Ellipsis className="size-4" />}
            label="Thao tác khác"
            triggerClassName="inline-flex size-9 items-center justify-center rounded-control hover:bg-hover"
          >
            <button type="button" className={menuItemClass}>
              Đổi tên
            </button>
            <button type="button" className={menuItemClass}>
              Thu hồi
            </button>
          </Menu>
          <Tooltip text="22/11/2026 15:23">
            <span>5 phút trước</span>
          </Tooltip>
        </SpecimenRow>
      </Specimen>
    </Card>
  );
}
