import { writeFile } from "node:fs/promises";
import { encodeQR } from "qr";

const frame = { width: 640, height: 480 };
const codeSide = 420;
const frames = 5;
const luma = { paper: 235, ink: 20, wall: 200 };

/** Flags for Chromium: a camera that films the file, and a no to every question that the visitor has not settled. */
export function cameraFlags(file) {
  return [
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-video-capture=${file}`,
    "--deny-permission-prompts",
  ];
}

/** Holds a QR code of the text before the camera. Chromium opens the file (YUV4MPEG2) when a page starts the camera. */
export async function film(file, text) {
  const { width, height } = frame;
  const code = encodeQR(text, "raw", { border: 4 });
  const dot = Math.floor(codeSide / code.length);
  const left = (width - dot * code.length) >> 1;
  const top = (height - dot * code.length) >> 1;
  const y = Buffer.alloc(width * height, luma.wall);
  for (let row = 0; row < dot * code.length; row++) {
    for (let column = 0; column < dot * code.length; column++) {
      const isInk = code[Math.floor(row / dot)][Math.floor(column / dot)];
      y[(top + row) * width + left + column] = isInk ? luma.ink : luma.paper;
    }
  }
  const grey = Buffer.alloc((width * height) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  const shots = Array.from({ length: frames }, () => [Buffer.from("FRAME\n"), y, grey]).flat();
  await writeFile(file, Buffer.concat([head, ...shots]));
}

/** An image of the text's QR code, as a visitor would upload it. */
export function picture(text) {
  const buffer = Buffer.from(encodeQR(text, "gif", { border: 4, scale: 6 }));
  return { name: "code.gif", mimeType: "image/gif", buffer };
}

/** An image without any code: one white pixel. */
export const emptyPicture = {
  name: "white.gif",
  mimeType: "image/gif",
  buffer: Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64"),
};

/** A file that is no image. */
export const noPicture = { name: "text.png", mimeType: "image/png", buffer: Buffer.from("this is text") };
