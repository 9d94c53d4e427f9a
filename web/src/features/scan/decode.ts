import { decodeQR } from "qr/decode.js";

/** Longest side of a camera frame that is searched, in pixels: more finds nothing more, and takes longer. */
const FRAME_SIDE_MAX = 960;
/** Longest sides that an image is tried at: a code may fill it or be a small part of a photo. */
const IMAGE_SIDES = [1000, 2000, 500];
const IMAGE_RETRIES_MS = 800;
const FRAME_RETRIES_MS = 40;
/** A code needs light around it; screenshots are often cut at its edge. */
const QUIET_PART = 0.06;

/** Reads the QR code of an image file. Null: none was found; `unreadable`: it is no image. */
export async function decodeImage(file: Blob): Promise<string | null | "unreadable"> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return "unreadable";
  }
  try {
    for (const side of IMAGE_SIDES) {
      const text = search(bitmap, bitmap, { side, quiet: QUIET_PART, retriesMs: IMAGE_RETRIES_MS });
      if (text !== null) return text;
    }
    return null;
  } finally {
    bitmap.close();
  }
}

/** Reads the QR code of the frame that the video shows; null where there is none, or none yet. */
export function decodeFrame(video: HTMLVideoElement): string | null {
  const size = { width: video.videoWidth, height: video.videoHeight };
  if (size.width === 0 || size.height === 0) return null;
  return search(video, size, { side: FRAME_SIDE_MAX, quiet: 0, retriesMs: FRAME_RETRIES_MS });
}

interface Effort {
  side: number;
  quiet: number;
  retriesMs: number;
}

function search(
  source: CanvasImageSource,
  size: { width: number; height: number },
  { side, quiet, retriesMs }: Effort,
): string | null {
  const scale = Math.min(1, side / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const margin = Math.round(Math.max(width, height) * quiet);
  const canvas = document.createElement("canvas");
  canvas.width = width + 2 * margin;
  canvas.height = height + 2 * margin;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return null;
  // Transparent images would read as black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, margin, margin, width, height);
  try {
    const text = decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), { timeLimit: retriesMs });
    return text === "" ? null : text;
  } catch {
    return null;
  }
}
