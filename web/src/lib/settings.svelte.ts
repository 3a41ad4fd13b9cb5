import { kept } from "./kept";
import type { PaceName } from "./pace.svelte";

/** Which cards are confirmed before they are played: small ones on a touch screen, every card, or none. */
export type Confirms = "small" | "always" | "never";
export const CONFIRMS: readonly Confirms[] = ["small", "always", "never"];
export const PACES: readonly PaceName[] = ["calm", "quick", "at-once"];

/** What people choose for this device; all pages in it share what is kept. */
class Settings {
  private chosenPace = $state<PaceName>(PACES.find((one) => one === kept.pace()) ?? "calm");

  private chosenConfirms = $state<Confirms>(CONFIRMS.find((one) => one === kept.confirms()) ?? "small");

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
  get pace(): PaceName {
    return this.chosenPace;
  }
  set pace(pace: PaceName) {
    this.chosenPace = pace;
    kept.setPace(pace);
  }
}

export const settings = new Settings();
