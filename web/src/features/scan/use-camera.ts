import { type RefObject, useEffect, useRef, useState } from "react";
import { decodeFrame } from "./decode";

/** `missing`: this device has no camera, or this page may not ask for one (no secure connection). */
export type CameraState = "asking" | "live" | "denied" | "missing";

const BETWEEN_FRAMES_MS = 120;

/** Shows the rear camera in the video and hands over each text it reads, until the component goes away. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onText: (text: string) => void) {
  const [state, setState] = useState<CameraState>("asking");
  const read = useRef(onText);
  useEffect(() => {
    read.current = onText;
  });
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      const stream = await openCamera();
      if (typeof stream === "string") {
        if (!stop.signal.aborted) setState(stream);
        return;
      }
      const end = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      const element = video.current;
      // The dialog may have been closed while the browser still asked.
      if (stop.signal.aborted || element === null) return end();
      stop.signal.addEventListener("abort", end);
      element.srcObject = stream;
      await element.play().catch(() => undefined);
      if (stop.signal.aborted) return;
      setState("live");
      const timer = setInterval(() => {
        const text = decodeFrame(element);
        if (text !== null) read.current(text);
      }, BETWEEN_FRAMES_MS);
      stop.signal.addEventListener("abort", () => clearInterval(timer));
    };
    void run();
    return () => stop.abort();
  }, [video]);
  return state;
}

async function openCamera(): Promise<MediaStream | "denied" | "missing"> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) return "missing";
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    return name === "NotAllowedError" || name === "SecurityError" ? "denied" : "missing";
  }
}
