import "server-only";
import { create, toBuffer } from "qrcode";

/** A QR code as one SVG path over a square of `size` modules, quiet zone included. No style and no markup. */
export type QrDrawing = { size: number; path: string };

const quietModules = 4;
const errorCorrectionLevel = "M";
const pngPixels = 800;

export function drawQr(text: string): QrDrawing {
  const { size, data } = create(text, { errorCorrectionLevel }).modules;
  const squares = Array.from(data, (dark, index) => {
    const [x, y] = [quietModules + (index % size), quietModules + Math.floor(index / size)];
    return dark ? `M${x} ${y}h1v1h-1z` : "";
  });
  return { size: size + 2 * quietModules, path: squares.join("") };
}

/** A QR code as a PNG to keep, 800 pixels or a little less on each side: every module has a whole number of them. */
export const drawQrPng = (text: string): Promise<Buffer> => {
  const modules = create(text, { errorCorrectionLevel }).modules.size + 2 * quietModules;
  return toBuffer(text, { errorCorrectionLevel, margin: quietModules, scale: Math.floor(pngPixels / modules) });
};
