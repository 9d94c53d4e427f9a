import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiDocsPlugin } from "./scripts/api-docs-plugin.mjs";
import { messagesPlugin, pagesPlugin } from "./scripts/messages-plugin.mjs";

/** What every page needs, and what most of them do, each in one file: a visit asks for few files, packed well. */
const CHUNKS = [
  {
    name: "platform",
    test: /node_modules\/(react|react-dom|scheduler|use-intl|icu-minify|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  },
  // What the home page does without is left to the pages that need it.
  {
    name: "shared",
    test: /web\/src\/(lib|ui)\/(?!api-calls|prose|copy-button|dialog|refresh-note|lone-page|sparkline)/,
    minShareCount: 5,
  },
  // Of what the order form, the payment page and tracking share, none may lie in the form's own file.
  {
    name: "parts",
    test: /web\/src\/((lib|ui)\/(?!api-calls|prose|copy-button|dialog|refresh-note|sparkline)|features\/(track\/state-key|order-form\/(cost-lines|address-input|address-verdict|errors|load|currencies|fields)|exchange\/(load|values|below))\.)/,
    minShareCount: 2,
  },
  // What pages that are read have in common.
  { name: "reading", test: /web\/src\/ui\/(prose|copy-button)\./, minShareCount: 5 },
  {
    name: "order",
    test: /web\/src\/features\/(exchange|order-form)\/(?!home-page|exchange-page|apply-payment|payment-uri|below|rate-chart|chart|market|past-rates|stats-strip|steps|promises|day\.|change-text|amounts|reserves)/,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messagesPlugin(), pagesPlugin(), apiDocsPlugin(), react(), tailwindcss()],
  resolve: {
    alias: [
      // Messages are compiled at build time, so the ICU parser never reaches a visitor.
      { find: "use-intl/format-message", replacement: "use-intl/format-message/format-only" },
      // React has it itself since version 18.
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
    ],
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
