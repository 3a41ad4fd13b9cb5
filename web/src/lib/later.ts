/** What home does without: it comes when somebody goes to a table, or when nothing else is to be done. */
import type ReplayPage from "../pages/ReplayPage.svelte";
import type DealPage from "../pages/DealPage.svelte";
import type HistoryPage from "../pages/HistoryPage.svelte";
import type WatchPage from "../pages/WatchPage.svelte";
import type TablePage from "../pages/TablePage.svelte";

export async function loadTablePage(): Promise<typeof TablePage> {
  return (await import("../pages/TablePage.svelte")).default;
}

export async function loadReplayPage(): Promise<typeof ReplayPage> {
  return (await import("../pages/ReplayPage.svelte")).default;
}

export async function loadHistoryPage(): Promise<typeof HistoryPage> {
  return (await import("../pages/HistoryPage.svelte")).default;
}

export async function loadDealPage(): Promise<typeof DealPage> {
  return (await import("../pages/DealPage.svelte")).default;
}

export async function loadWatchPage(): Promise<typeof WatchPage> {
  return (await import("../pages/WatchPage.svelte")).default;
}

/** Safari has no idle time; a moment later is as good. */
export function whenIdle(task: () => Promise<unknown>): void {
  const quietly = () => void task().catch(() => undefined); // whoever needs it asks again
  if ("requestIdleCallback" in window) requestIdleCallback(quietly);
  else setTimeout(quietly, 1000);
}
