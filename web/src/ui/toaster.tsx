import { Close, Description, Provider, Root, Title, Viewport } from "@radix-ui/react-toast";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "./icon";
import { dismissNotice, useNotice } from "./notices";
import { useFreePlace } from "./use-free-place";

/** The notice area; mounted after hydration, because it sets styles that the CSP forbids in server HTML. */
export function Toaster() {
  const t = useTranslations("toast");
  const notice = useNotice();
  const [box, setBox] = useState<HTMLElement | null>(null);
  const top = useFreePlace(box);
  return (
    <Provider swipeDirection="right" swipeThreshold={50} duration={5000} label={t("region")}>
      {notice === null ? null : (
        <Root
          key={notice.key}
          ref={setBox}
          onOpenChange={(open) => (open ? undefined : dismissNotice())}
          className={`panel fade-in data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 flex items-start gap-3 p-4 shadow-lg ${notice.tone === "bad" ? "border-bad" : "border-edge"}`}
        >
          <div className="min-w-0 grow">
            <Title className={`font-semibold ${notice.tone === "bad" ? "text-bad" : ""}`}>
              {notice.title}
            </Title>
            {notice.text === "" ? null : (
              <Description className="text-sm text-soft">{notice.text}</Description>
            )}
          </div>
          <Close className="-m-1 p-1 text-soft" aria-label={t("close")}>
            <Icon name="close" />
          </Close>
        </Root>
      )}
      <Viewport
        hotkey={["F8"]}
        label={t("region")}
        className={`${top === null ? "fixed bottom-4" : "absolute"} right-0 z-50 m-0 w-full max-w-96 list-none px-4`}
        style={top === null ? {} : { top }}
      />
    </Provider>
  );
}
