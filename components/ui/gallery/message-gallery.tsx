import { History } from "lucide-react";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { ErrorState } from "@/components/ui/feedback/error-state";
import { Notice } from "@/components/ui/feedback/notice";
import { ProgressBar } from "@/components/ui/feedback/progress-bar";
import { Skeleton } from "@/components/ui/feedback/skeleton";
import { Card } from "@/components/ui/text/card";
import { CodeBlock } from "@/components/ui/text/code-block";
import { SecretPanel } from "@/components/ui/text/secret-panel";
import { Specimen } from "./specimen";
import { ToastButtons } from "./toast-buttons";

const curl = `curl https://vang.example/v1/tts -H "Authorization: Bearer $VANG_KEY" \\
  -d '{"text": "Xin chào", "voiceId": "vi-north-female"}'`;

export function MessageGallery() {
  return (
    <Card title="Messages">
      <Specimen name="Notice">
        <Notice>Mỗi khóa chỉ hiện một lần khi tạo.</Notice>
        <Notice kind="success">Email đã được xác minh.</Notice>
        <Notice kind="warning">Số dư còn đủ cho khoảng 5 ngày.</Notice>
        <Notice kind="danger">Số dư không đủ cho yêu cầu này.</Notice>
      </Specimen>
      <Specimen name="Toast">
        <ToastButtons />
      </Specimen>
      <Specimen name="Secret, code">
        <SecretPanel label="Khóa mới của bạn" secret="vang_live_0123456789abcdefghijklmnopqrstuv" />
        <CodeBlock label="curl" code={curl} />
      </Specimen>
      <Specimen name="Loading">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-9 w-full" />
      </Specimen>
      <Specimen name="Progress">
        <ProgressBar label="Xong 40%" value={0.4} />
        <ProgressBar label="Đang đọc tệp" value={undefined} />
      </Specimen>
      <Specimen name="Empty">
        <EmptyState
          Icon={History}
          title="Chưa có lượt đọc nào"
          action={<Button variant="primary">Đọc câu đầu tiên</Button>}
        >
          Mỗi yêu cầu API sẽ hiện ở đây sau vài giây.
        </EmptyState>
      </Specimen>
      <Specimen name="Error">
        <ErrorState title="Không tải được lịch sử" requestId="req_06a1bvq8l9s7p3" action={<Button>Thử lại</Button>}>
          Dữ liệu của bạn vẫn còn nguyên. Thử lại sau vài giây.
        </ErrorState>
      </Specimen>
    </Card>
  );
}
