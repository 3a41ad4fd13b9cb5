import { kept } from "./kept";
import type { PaceName } from "./pace.svelte";

export const PACES: readonly PaceName[] = ["calm", "quick", "at-once"];

/** What people choose for this device; all pages in it share what is kept. */
class Settings {
  private chosenPace = $state<PaceName>(PACES.find((one) => one === kept.pace()) ?? "calm");

  get pace(): PaceName {
    return this.chosenPace;
  }
  set pace(pace: PaceName) {
    this.chosenPace = pace;
    kept.setPace(pace);
  }
}

export const settings = new Settings();
