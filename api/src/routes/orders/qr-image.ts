import { encodeQR } from "qr";

/** The modules of white around a code that ISO/IEC 18004 asks for. */
const QUIET_MODULES = 4;
/** The side of the tile that pages reserve for a code, in CSS pixels. */
const TILE_PX = 232;
const MODULE_PX_MIN = 3;

/** A QR code as SVG with whole-pixel modules, as large as fits into the pages' tile. */
export function qrImage(text: string): string {
  const svg = encodeQR(text, "svg", { ecc: "medium", border: QUIET_MODULES });
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const side = modules * Math.max(MODULE_PX_MIN, Math.floor(TILE_PX / modules));
  return svg.replace("<svg ", `<svg width="${side}" height="${side}" shape-rendering="crispEdges" `);
}
