import { kept } from "./kept";
import type { PaceName } from "./pace.svelte";

/** Which cards are confirmed before they are played: small ones on a touch screen, every card, or none. */
export type Confirms = "small" | "always" | "never";
export const CONFIRMS: readonly Confirms[] = ["small", "always", "never"];
export type Theme = "dark" | "light" | "device";
export const THEMES: readonly Theme[] = ["dark", "light", "device"];
export type TextSize = "usual" | "large" | "larger";
export const TEXT_SIZES: readonly TextSize[] = ["usual", "large", "larger"];
export const PACES: readonly PaceName[] = ["calm", "quick", "at-once"];

declare global {
  interface Window {
    /** Of start.js: have the page look like this. */
    covenLook?: (theme: Theme, text: TextSize) => void;
  }
}

/** What people choose for this device; all pages in it share what is kept. */
class Settings {
  private chosenPace = $state<PaceName>(PACES.find((one) => one === kept.pace()) ?? "calm");

  private chosenConfirms = $state<Confirms>(CONFIRMS.find((one) => one === kept.confirms()) ?? "small");

  private chosenTheme = $state<Theme>(THEMES.find((one) => one === kept.theme()) ?? "dark");

  private chosenText = $state<TextSize>(TEXT_SIZES.find((one) => one === kept.text()) ?? "usual");

  private chosenMute = $state(kept.isMuted());

  /** Are other people's faces neither seen nor heard here? */
  get isMuted(): boolean {
    return this.chosenMute;
  }
  set isMuted(isMuted: boolean) {
    this.chosenMute = isMuted;
    kept.setMuted(isMuted);
  }
  get confirms(): Confirms {
    return this.chosenConfirms;
  }
  set confirms(confirms: Confirms) {
    this.chosenConfirms = confirms;
    kept.setConfirms(confirms);
  }
  get theme(): Theme {
    return this.chosenTheme;
  }
  set theme(theme: Theme) {
    this.chosenTheme = theme;
    kept.setTheme(theme);
    window.covenLook?.(theme, this.chosenText);
  }
  get text(): TextSize {
    return this.chosenText;
  }
  set text(text: TextSize) {
    this.chosenText = text;
    kept.setText(text);
    window.covenLook?.(this.chosenTheme, text);
  }
  get pace(): PaceName {
    return this.chosenPace;
  }
  set pace(pace: PaceName) {
    this.chosenPace = pace;
    kept.setPace(pace);
  }
}

export const settings = new Settings();
