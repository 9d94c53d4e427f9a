import { encode } from "fast-png";
import { encodeQR } from "qr";

const PIXELS_A_MODULE = 8;
/** Modules that ISO/IEC 18004 keeps free around a code. */
const QUIET_ZONE = 4;

/** A text as the picture of a QR code: PNG, 8 pixels a module, black on white. */
export function qrPicture(text: string): Uint8Array {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const size = modules.length * PIXELS_A_MODULE;
  const pixels = new Uint8Array(size * size).fill(255);
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let line = 0; line < PIXELS_A_MODULE; line++) {
        const start = (y * PIXELS_A_MODULE + line) * size + x * PIXELS_A_MODULE;
        pixels.fill(0, start, start + PIXELS_A_MODULE);
      }
    });
  });
  return encode({ width: size, height: size, data: pixels, channels: 1, depth: 8 });
}
