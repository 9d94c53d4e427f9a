import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { Icon } from "./icon";

interface DialogProps {
  title: string;
  /** After it closed, by whatever means; the focus is back where it was. */
  onClose: () => void;
  /** What has the focus first, where a keyboard is likely; on a touch screen it would only bring up its keys. */
  focus?: RefObject<HTMLElement | null>;
  /** Gets `close`, to end the dialog from inside. */
  children: (close: () => void) => ReactNode;
}

/**
 * A native modal dialog: Escape, the close button and a click beside it close it. It is outside the form that opens
 * it, so that Enter inside it submits nothing.
 */
export function Dialog({ title, onClose, focus, children }: DialogProps) {
  const t = useTranslations("toast");
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const isTouch = matchMedia("(pointer: coarse)").matches;
    (isTouch ? element : (focus?.current ?? element))?.focus();
    return () => element?.close();
  }, [focus]);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one beside the dialog; Escape is the key for it
    <dialog
      ref={dialog}
      aria-label={title}
      tabIndex={-1}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
      className="panel m-auto max-h-[min(40rem,92dvh)] w-[min(28rem,calc(100vw-1.5rem))] max-w-none overflow-hidden p-0 text-ink shadow-lg outline-none backdrop:bg-black/55"
    >
      <div className="flex max-h-[min(40rem,92dvh)] flex-col">
        <div className="flex items-center justify-between pl-4">
          <h2 className="display text-[1.625rem]/12">{title}</h2>
          <button
            type="button"
            onClick={close}
            aria-label={t("close")}
            className="grid size-12 place-items-center text-soft hover:text-ink"
          >
            <Icon name="close" />
          </button>
        </div>
        {children(close)}
      </div>
    </dialog>,
    document.body,
  );
}
