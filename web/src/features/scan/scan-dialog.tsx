import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useSentenceGap } from "../../lib/page-context";
import { Dialog } from "../../ui/dialog";
import { type PaymentRequest, parsePaymentRequest } from "../exchange/payment-uri";
import { decodeImage } from "./decode";
import { type CameraState, useCamera } from "./use-camera";

export interface ScanDialogProps {
  /** What the code asks to be paid; the dialog is closed then. */
  onFound: (found: PaymentRequest) => void;
  onClose: () => void;
}

type Answer = { kind: "nothing" | "unreadable" } | { kind: "noAddress"; text: string } | null;

const SHOWN_LENGTH_MAX = 80;

/** Reads an address from the rear camera or from an image; nothing leaves the browser. */
export function ScanDialog({ onFound, onClose }: ScanDialogProps) {
  const t = useTranslations("scan");
  return (
    <Dialog title={t("title")} onClose={onClose}>
      {(close) => (
        <Scanner
          onFound={(found) => {
            close();
            onFound(found);
          }}
        />
      )}
    </Dialog>
  );
}

function Scanner({ onFound }: { onFound: (found: PaymentRequest) => void }) {
  const t = useTranslations("scan");
  const video = useRef<HTMLVideoElement>(null);
  const [answer, setAnswer] = useState<Answer>(null);
  const [isReading, setReading] = useState(false);
  const take = (text: string) => {
    const found = parsePaymentRequest(text);
    if (found !== null) onFound(found);
    else setAnswer({ kind: "noAddress", text: text.slice(0, SHOWN_LENGTH_MAX) });
  };
  const camera = useCamera(video, take);
  const upload = async (file: File | undefined) => {
    if (file === undefined) return;
    setReading(true);
    setAnswer(null);
    const text = await decodeImage(file);
    setReading(false);
    if (text === "unreadable") setAnswer({ kind: "unreadable" });
    else if (text === null) setAnswer({ kind: "nothing" });
    else take(text);
  };
  return (
    <div className="overflow-y-auto px-4 pb-4">
      <div className="relative grid aspect-square max-h-[55dvh] w-full place-items-center overflow-hidden rounded-md bg-well">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t("picture")}
          className={`size-full object-cover ${camera === "live" ? "" : "invisible"}`}
        />
        {camera === "live" ? <Frame /> : <CameraNote state={camera} />}
      </div>
      <AnswerLine answer={answer} isLive={camera === "live"} />
      <label className="button mt-1 w-full cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          disabled={isReading}
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = "";
          }}
        />
        {isReading ? t("reading") : t("upload")}
      </label>
      <p className="mt-3 text-xs text-soft">{t("local")}</p>
    </div>
  );
}

/** Four corners to aim with. */
function Frame() {
  return (
    <svg viewBox="0 0 100 100" className="absolute inset-[15%] text-white" aria-hidden="true">
      <path
        d="M2 18V2h16M82 2h16v16M98 82v16H82M18 98H2V82"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
    </svg>
  );
}

function CameraNote({ state }: { state: Exclude<CameraState, "live"> }) {
  const t = useTranslations("scan");
  if (state === "asking") return <Note>{t("asking")}</Note>;
  return (
    <div role="alert" className="absolute inset-0 grid place-content-center gap-1 p-6 text-center">
      <p className="font-semibold text-bad">{t(state)}</p>
      <p className="text-sm text-soft">{t("uploadInstead")}</p>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="absolute p-6 text-center text-soft">{children}</p>;
}

function AnswerLine({ answer, isLive }: { answer: Answer; isLive: boolean }) {
  const t = useTranslations("scan");
  const gap = useSentenceGap();
  return (
    <div role="status" className="grid min-h-12 content-center py-1 text-sm">
      {answer === null ? (
        <p className="text-soft">{isLive ? t("aim") : null}</p>
      ) : (
        <p className="text-bad">
          {t(answer.kind)}
          {gap}
          {answer.kind === "noAddress" ? (
            <span className="break-address text-soft">{answer.text}</span>
          ) : null}
        </p>
      )}
    </div>
  );
}
