import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiDocsPlugin } from "./scripts/api-docs-plugin.mjs";
import { messagesPlugin } from "./scripts/messages-plugin.mjs";

/** What every page needs, and what most of them do, each in one file: a visit asks for few files, packed well. */
const CHUNKS = [
  {
    name: "platform",
    test: /node_modules\/(react|react-dom|scheduler|use-intl|icu-minify|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  },
  { name: "shared", test: /web\/src\/(lib|ui)\//, minShareCount: 5 },
  {
    name: "fields",
    test: /web\/src\/features\/order-form\/(cost-lines|address-input|address-verdict|errors)\./,
  },
  {
    name: "routes",
    test: /web\/src\/features\/(exchange|mixer|order-form|admin|track)\/(load|search|settings|values|home-values|currencies|fields|home-mixer)\.ts$/,
  },
  // Of what the order form, the payment page and tracking share, none may lie in the form's own file.
  { name: "parts", test: /web\/src\/(lib|ui)\//, minShareCount: 2 },
  {
    name: "order",
    test: /web\/src\/features\/(exchange|order-form)\/(?!home-page|exchange-page|apply-payment)/,
  },
];

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
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
});
