import type { QrDrawing } from "@/lib/platform/qr";

type QrCodeProps = { drawing: QrDrawing; label: string; size?: "medium" | "large" };

/** Dark on light in both themes: many cameras read nothing else. */
export function QrCode({ drawing: { size, path }, label, size: shown = "medium" }: QrCodeProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`${shown === "large" ? "w-full max-w-72" : "size-48"} rounded-control border border-line`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
