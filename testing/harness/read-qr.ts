import { spawnSync } from "node:child_process";

/** Whether `zbarimg`, which shares no code with us, is installed: `apt-get install zbar-tools`. */
export const hasZbar = spawnSync("zbarimg", ["--version"]).status === 0;

/** The text of the only QR code in an image, read by `zbarimg`. */
export function readQr(image: Buffer): string {
  const { status, stdout, stderr } = spawnSync("zbarimg", ["--raw", "--quiet", "-Sdisable", "-Sqrcode.enable", "-"], {
    input: image,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`zbarimg ended with ${status}: ${stderr}`);
  return stdout.replace(/\n$/, "");
}
