import { Ellipsis, Plus } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { DialogClose } from "@/components/ui/dialog-close";
import { Field } from "@/components/ui/field";
import { Menu } from "@/components/ui/menu";
import { menuItemClass } from "@/components/ui/menu-item-class";
import { Sheet } from "@/components/ui/sheet";
import { Tooltip } from "@/components/ui/tooltip";
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
