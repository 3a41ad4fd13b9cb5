/** As much of a browser as the page's own logic asks for. */
import { vi } from "vitest";

export class Line {
  static readonly OPEN = 1;
  static all: Line[] = [];
  static get last(): Line {
    const line = Line.all.at(-1);
    if (!line) throw new Error("no line was opened");
    return line;
  }
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.readyState = Line.OPEN;
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** Local storage of a browser; `isForbidden`: as private windows have it. */
export function storage(isForbidden = false) {
  const kept = new Map<string, string>();
  return {
    getItem(key: string): string | null {
      if (isForbidden) throw new Error("forbidden");
      return kept.get(key) ?? null;
    },
    setItem(key: string, value: string): void {
      if (isForbidden) throw new Error("forbidden");
      kept.set(key, value);
    },
  };
}

export function pretend(): void {
  Line.all = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { visibilityState: "visible", ...listening(), querySelector: () => null });
  vi.stubGlobal("location", { protocol: "https:", host: "example.org", pathname: "/", hash: "" });
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("WebSocket", Line);
  for (const [name, value] of Object.entries(listening())) vi.stubGlobal(name, value);
}

function listening() {
  return { addEventListener: () => undefined, removeEventListener: () => undefined };
}
