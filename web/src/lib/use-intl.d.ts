import type { Messages } from "./catalogues";

declare module "use-intl" {
  interface AppConfig {
    Messages: Messages;
  }
}
