import { Link } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useHydrated, usePage } from "../lib/page-context";
import { ExampleMark } from "./example-mark";
import { Icon } from "./icon";
import { Logo } from "./logo";
import { FIRST_PAGES, MORE_PAGES, PAGE_LIST_ID, WIDE_HEADER_PX } from "./navigation";
import { SupportLink } from "./support-link";

const BUTTON_LOOK = "grid size-11 place-items-center rounded-md hover:bg-well lg:hidden";
/** Holds the page still under the menu. */
const STILL_PAGE = "overflow-hidden";

/** The button of small screens and the menu it slides in; without JavaScript it leads to the list of all pages. */
export function SideMenu() {
  const t = useTranslations("header");
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => {
    const wide = matchMedia(`(min-width: ${WIDE_HEADER_PX}px)`);
    const close = () => dialog.current?.close();
    wide.addEventListener("change", close);
    return () => {
      wide.removeEventListener("change", close);
      document.documentElement.classList.remove(STILL_PAGE);
    };
  }, []);
  if (!hydrated)
    return (
      <a href={`#${PAGE_LIST_ID}`} className={BUTTON_LOOK} aria-label={t("menu")}>
        <Icon name="menu" />
      </a>
    );
  const open = () => {
    setOpened(true);
    dialog.current?.showModal();
    document.documentElement.classList.add(STILL_PAGE);
  };
  return (
    <>
      <button
        type="button"
        className={BUTTON_LOOK}
        aria-label={t("menu")}
        aria-haspopup="dialog"
        onClick={open}
      >
        <Icon name="menu" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a modal dialog on Escape by itself */}
      <dialog
        ref={dialog}
        aria-label={t("menu")}
        onClick={closeOnBackdropOrLink}
        onClose={() => document.documentElement.classList.remove(STILL_PAGE)}
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-80 max-w-[calc(100vw-2rem)] translate-x-full flex-col overscroll-contain border-l bg-panel text-ink shadow-lg backdrop:bg-black/55 open:flex open:translate-x-0 motion-safe:transition-[translate,display,overlay] motion-safe:duration-200 motion-safe:transition-discrete starting:open:translate-x-full"
      >
        {wasOpened ? <MenuContent close={() => dialog.current?.close()} /> : null}
      </dialog>
    </>
  );
}

/** A click on the dialog itself is one beside its content; a link that was followed has done its work. */
function closeOnBackdropOrLink(event: MouseEvent<HTMLDialogElement>): void {
  const isLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (isLink || event.target === event.currentTarget) event.currentTarget.close();
}

function MenuContent({ close }: { close: () => void }) {
  const t = useTranslations("header");
  const { supportEmail, supportHandle } = usePage().site;
  return (
    <div className="flex grow flex-col">
      <div className="flex h-16 shrink-0 items-center gap-2 border-b pr-4 pl-5">
        <Logo size="large" />
        <span className="display text-2xl">Sotto</span>
        <button
          type="button"
          onClick={close}
          aria-label={t("menuClose")}
          className="ml-auto grid size-11 place-items-center rounded-md text-soft hover:bg-well hover:text-ink"
        >
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label={t("menu")} className="grow overflow-y-auto px-2 py-3">
        {[FIRST_PAGES, MORE_PAGES].map((pages, index) => (
          <ul key={pages[0][0]} className={index === 0 ? "" : "mt-3 border-t pt-3"}>
            {pages.map(([to, name]) => (
              <li key={to}>
                <SideLink to={to} name={name} />
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <SupportLink className="flex min-h-16 shrink-0 items-center gap-3 border-t px-5 py-2 hover:bg-well">
        <Icon name="message" className="size-5 text-accent" />
        <span className="min-w-0">
          <span className="block font-medium">
            {t("support")}
            <ExampleMark of={supportEmail === null ? "supportHandle" : "supportEmail"} />
          </span>
          <span className="block truncate text-sm text-soft">{supportEmail ?? supportHandle}</span>
        </span>
      </SupportLink>
    </div>
  );
}

type Page = (typeof FIRST_PAGES | typeof MORE_PAGES)[number];

function SideLink({ to, name }: { to: Page[0]; name: Page[1] }) {
  const t = useTranslations("header");
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center rounded-md px-3 hover:bg-well"
      activeProps={{ className: "bg-tint font-medium text-accent" }}
      activeOptions={{ exact: to === "/", includeSearch: false }}
    >
      {t(name)}
    </Link>
  );
}
