import type { Component } from "svelte";
import type { AnyClient } from "./board";

interface Parts {
  client: () => Promise<{ client: AnyClient }>;
  /** For the home page, which needs no board; nothing in it can be used or is read aloud. Its box is the size container
   * "picture", of any shape and from 90 to 600 pixels wide: it is drawn in cqw and cqh. */
  picture: () => Promise<{ default: Component }>;
}

const GAMES: Record<string, Parts> = {
  midnight: { client: () => import("./midnight/game"), picture: () => import("./midnight/Picture.svelte") },
  "three-witches": {
    client: () => import("./three-witches/game"),
    picture: () => import("./three-witches/Picture.svelte"),
  },
  "whirling-witchcraft": {
    client: () => import("./whirling-witchcraft/game"),
    picture: () => import("./whirling-witchcraft/Picture.svelte"),
  },
  "witchs-brew": { client: () => import("./witchs-brew/game"), picture: () => import("./witchs-brew/Picture.svelte") },
};

export async function loadClient(game: string): Promise<AnyClient> {
  const parts = GAMES[game];
  if (!parts) throw new Error(`there is no board for ${game}`);
  return (await parts.client()).client;
}

/** The game's picture; null where it cannot be had: a game can be looked at without one. */
export async function loadPicture(game: string): Promise<Component | null> {
  try {
    return (await GAMES[game]?.picture())?.default ?? null;
  } catch {
    return null;
  }
}
