import { svelte } from "@sveltejs/vite-plugin-svelte";
import icons from "unplugin-icons/vite";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // the server says where the page lies
  plugins: [svelte(), icons({ compiler: "svelte", scale: 1, defaultClass: "icon" })],
  build: {
    outDir: "../coven/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
