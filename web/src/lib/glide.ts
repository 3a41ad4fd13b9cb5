import { moves } from "./motion";
import { inNextFrame } from "./tasks";

const TIME = 250;
interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The children of a list glide to where they stand now, whenever one comes or goes; one that fades out stands aside.
 *
 * All places are read at once and then all are moved: a list that reads and moves one after the other has the browser
 * lay the whole page out for each of its children.
 */
export function glide(list: HTMLElement): () => void {
  /** As they were last seen; the observer of the size looks first. */
  let places = new Map<HTMLElement, Place>();
  let isWaiting = false;
  const children = new MutationObserver(changed);
  const size = new ResizeObserver(() => {
    if (!isWaiting) places = read();
  });
  children.observe(list, { childList: true, subtree: true, attributeFilter: ["inert"] });
  size.observe(list);
  return () => {
    children.disconnect();
    size.disconnect();
  };

  function read(): Map<HTMLElement, Place> {
    const all = [...list.children] as HTMLElement[];
    return new Map(
      all.map((child) => {
        const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = child;
        return [child, { left, top, width, height }];
      }),
    );
  }
  function changed(found: MutationRecord[]): void {
    if (found.every((one) => one.target !== list && one.target.parentNode !== list)) return;
    if (!moves()) return;
    for (const child of list.children) if ((child as HTMLElement).inert) standAside(child as HTMLElement);
    if (isWaiting) return;
    isWaiting = true;
    inNextFrame(() => {
      isWaiting = false;
      const before = places;
      places = read();
      return () => move(before);
    });
  }
  function move(before: Map<HTMLElement, Place>): void {
    for (const [child, { left, top }] of places) {
      const was = before.get(child);
      if (!was || child.inert || (was.left === left && was.top === top)) continue;
      const from = `translate(${was.left - left}px, ${was.top - top}px)`;
      child.animate([{ transform: from }, { transform: "none" }], { duration: TIME, easing: "ease-out" });
    }
  }
  /** The others close the gap while it is still to be seen. */
  function standAside(child: HTMLElement): void {
    const was = places.get(child);
    if (!was || child.style.position) return;
    Object.assign(child.style, {
      position: "absolute",
      left: `${was.left}px`,
      top: `${was.top}px`,
      width: `${was.width}px`,
      height: `${was.height}px`,
    });
  }
}
