import { encode } from "fast-png";
import { encodeQR } from "qr";

/** Eight, so that one line of a module is one byte: the picture has one bit for each pixel. */
const PIXELS_A_MODULE = 8;
/** Modules that ISO/IEC 18004 keeps free around a code. */
const QUIET_ZONE = 4;

/** A text as the picture of a QR code: PNG, 8 pixels a module, black on white. */
export function qrPicture(text: string): Uint8Array {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const size = modules.length * PIXELS_A_MODULE;
  const bits = modules.flatMap((row) => {
    const line = row.map((isDark) => (isDark ? 0x00 : 0xff));
    return Array.from({ length: PIXELS_A_MODULE }, () => line).flat();
  });
  return encode({ width: size, height: size, data: Uint8Array.from(bits), channels: 1, depth: 1 });
}
