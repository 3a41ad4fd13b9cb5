import type { AnyClient } from "./board";

const CLIENTS: Record<string, () => Promise<{ client: AnyClient }>> = {
  midnight: () => import("./midnight/game"),
  "three-witches": () => import("./three-witches/game"),
  "whirling-witchcraft": () => import("./whirling-witchcraft/game"),
  "witchs-brew": () => import("./witchs-brew/game"),
};

export async function loadClient(game: string): Promise<AnyClient> {
  const load = CLIENTS[game];
  if (!load) throw new Error(`there is no board for ${game}`);
  return (await load()).client;
}
