"use client";

import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { SpecimenRow } from "./specimen";

export function ToastButtons() {
  return (
    <SpecimenRow>
      <Button onClick={() => toast("Đã thu hồi khóa Máy chủ chính.")}>Việc đã xong</Button>
      <Button onClick={() => toast("Không chép được. Bạn hãy bôi đen rồi chép tay.", "danger")}>Việc không xong</Button>
    </SpecimenRow>
  );
}
