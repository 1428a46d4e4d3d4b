"use client";

import { Checklist, RadioCards } from "@/components/ui/fields/choice-cards";
import { Field, SelectField, TextareaField } from "@/components/ui/fields/field";
import { FileField } from "@/components/ui/fields/file-field";
import { Form, useFormAction } from "@/components/ui/fields/form";
import { PasswordField } from "@/components/ui/fields/password-field";
import { SegmentedControl } from "@/components/ui/fields/segmented-control";
import { Slider } from "@/components/ui/fields/slider";
import { Switch } from "@/components/ui/fields/switch";
import { Card } from "@/components/ui/text/card";
import { type ActionState, readForm } from "@/lib/platform/form";

/** Waits a moment and rejects its input, returning it as an action does. */
async function refuse(_: ActionState, form: FormData): Promise<ActionState> {
  await new Promise((resolve) => setTimeout(resolve, 600));
  return {
    status: "refused",
    message: "Có thông tin chưa đúng. Bạn xem lại các mục được đánh dấu.",
    fields: { name: "Tên này đã dùng cho một khóa khác.", scopes: "Chọn ít nhất một dịch vụ." },
    values: readForm(form),
  };
}

const refused: ActionState = {
  status: "refused",
  message: "Có thông tin chưa đúng. Bạn xem lại các mục được đánh dấu.",
  fields: { name: "Tên này đã dùng cho một khóa khác.", scopes: "Chọn ít nhất một dịch vụ." },
  values: { name: "Máy chủ chính" },
};

const scopes = [
  { value: "tts:execute", label: "Chuyển văn bản thành giọng nói", hint: "Gọi POST /tts và tính tiền vào ví." },
  { value: "history:read", label: "Tra cứu kết quả" },
];

const voices = [
  { label: "Miền Bắc", choices: [{ value: "north", label: "Hà, nữ" }] },
  { label: "Miền Nam", choices: [{ value: "south", label: "Nguyên, nam" }] },
];

const formats = ["mp3", "wav", "opus"].map((value) => ({ value, label: value.toUpperCase() }));

export function FormGallery() {
  const submit = useFormAction(refuse, undefined, refused);
  const [state] = submit;
  return (
    <Card title="Forms">
      <Form action={submit} submit="Lưu thay đổi">
        <Field
          label="Tên khóa"
          name="name"
          hint="Để bạn phân biệt các khóa với nhau."
          state={state}
          autoComplete="off"
        />
        <Field label="Không sửa được" name="fixed" defaultValue="0,3 ₫ mỗi ký tự" disabled />
        <PasswordField label="Mật khẩu" name="password" state={state} autoComplete="current-password" />
        <SelectField label="Giọng đọc" name="voice" choices={voices} state={state} defaultValue="south" />
        <TextareaField label="Văn bản" name="text" state={state} large defaultValue="Xin chào, rất vui được gặp bạn." />
        <Checklist legend="Dịch vụ" name="scopes" choices={scopes} state={state} />
        <RadioCards legend="Vai trò" name="role" choices={scopes} defaultValue="tts:execute" />
        <SegmentedControl legend="Định dạng" name="format" choices={formats} defaultValue="mp3" />
        <Slider label="Tốc độ" name="speed" min={0.5} max={2} step={0.05} defaultValue={1} unit="lần" />
        <Switch label="Báo qua email" hint="Khi số dư còn dưới 7 ngày." name="notify" defaultChecked />
        <FileField label="Ảnh" name="picture" accept="image/png" hint="PNG, tối đa 5 MB." />
        <Switch label="Tắt" name="off" disabled />
      </Form>
    </Card>
  );
}
