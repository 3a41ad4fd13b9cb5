import "@fontsource/im-fell-english-sc/latin-400.css";
import "@fontsource/alegreya-sans/latin-400.css";
import "@fontsource/alegreya-sans/latin-500.css";
import "@fontsource/alegreya-sans/latin-700.css";
import "./tokens.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { build, loadAnew } from "./lib/base";

// A part of this page is no longer on the server: the page has been replaced since it was opened.
addEventListener("vite:preloadError", (event) => {
  if (loadAnew(`after ${build}`)) event.preventDefault();
});

mount(App, { target: document.getElementById("app") as HTMLElement });
