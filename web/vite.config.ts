import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiDocsPlugin } from "./scripts/api-docs-plugin.mjs";
import { messagesPlugin } from "./scripts/messages-plugin.mjs";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), apiDocsPlugin(), react(), tailwindcss()],
  resolve: {
    // Messages are compiled at build time, so the ICU parser never reaches a visitor.
    alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
  ssr: { noExternal: true, target: "node" },
  build: {
    target: "es2022",
    // Preloads come from the server with the nonce; Vite's own would bear none.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
