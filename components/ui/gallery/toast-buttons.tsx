"use client";

import { Button } from "@/components/ui/buttons/button";
import { toast } from "@/components/ui/feedback/toast";
import { SpecimenRow } from "./specimen";

export function ToastButtons() {
  return (
    <SpecimenRow>
      <Button onClick={() => toast("Đã thu hồi khóa Máy chủ chính.")}>Việc đã xong</Button>
      <Button onClick={() => toast("Không sao chép được. Chọn nội dung rồi sao chép thủ công.", "danger")}>
        Việc không xong
      </Button>
    </SpecimenRow>
  );
}
