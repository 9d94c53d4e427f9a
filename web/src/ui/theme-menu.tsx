import { useTranslations } from "use-intl";
import { useHydrated, usePage } from "../lib/page-context";
import { THEMES, type Theme } from "../lib/page-state";
import { Icon } from "./icon";
import { Menu } from "./menu";
import { PreferenceForm } from "./preference-form";

const THEME_NAMES = { light: "themeLight", dark: "themeDark", system: "themeSystem" } as const;

/** Light, dark, or like the system; kept in a cookie, so that the server's page has it from the start. */
export function ThemeMenu() {
  const t = useTranslations("header");
  const page = usePage();
  const hydrated = useHydrated();
  return (
    <Menu label={t("theme")} face={<Icon name="sun" />}>
      <PreferenceForm>
        {THEMES.map((theme) => (
          <button
            key={theme}
            type={hydrated ? "button" : "submit"}
            name="theme"
            value={theme}
            className="menu-item"
            onClick={() => {
              page.theme = theme;
              applyTheme(theme);
            }}
          >
            {t(THEME_NAMES[theme])}
          </button>
        ))}
      </PreferenceForm>
    </Menu>
  );
}

function applyTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Tor Browser
  document.cookie = `sotto-theme=${theme}; path=/; max-age=31536000; samesite=lax`;
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  const paper = getComputedStyle(root).backgroundColor;
  for (const bar of document.querySelectorAll("meta[name=theme-color]")) bar.setAttribute("content", paper);
}
