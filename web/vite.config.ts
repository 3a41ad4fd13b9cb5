import { svelte } from "@sveltejs/vite-plugin-svelte";
import icons from "unplugin-icons/vite";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  base: "./", // the server says where the page lies
  plugins: [svelte(), icons({ compiler: "svelte", scale: 1, defaultClass: "icon" })],
  build: {
    outDir: "../coven/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : undefined, // what pages run, not what servers would
  test: { include: ["tests/*.test.ts"] },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
}));
