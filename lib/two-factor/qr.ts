import "server-only";
import { create } from "qrcode";

/** A QR code as one SVG path over a square of `size` modules, quiet zone included. No style and no markup. */
export type QrDrawing = { size: number; path: string };

const quietModules = 4;

export function drawQr(text: string): QrDrawing {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const squares = Array.from(data, (dark, index) => {
    const [x, y] = [quietModules + (index % size), quietModules + Math.floor(index / size)];
    return dark ? `M${x} ${y}h1v1h-1z` : "";
  });
  return { size: size + 2 * quietModules, path: squares.join("") };
}
