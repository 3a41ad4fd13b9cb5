/** A moment in milliseconds since 1970 as this device writes it. */
export function dated(when: number): string {
  return new Date(when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
