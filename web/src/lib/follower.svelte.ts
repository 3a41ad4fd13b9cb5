import { untrack } from "svelte";
import { inTurn } from "./tasks";

/** A value that follows another one: where it may wait it comes a frame later or two, and what shows it is laid out in a
 * task of its own. */
export class Follower<Value> {
  now: Value = $state.raw() as Value;

  constructor(leader: () => Value, mayWait: (value: Value) => boolean) {
    this.now = untrack(leader);
    let isLate = false;
    const follow = () => {
      isLate = false;
      this.now = untrack(leader);
    };
    $effect.pre(() => {
      const value = leader();
      if (isLate || value === untrack(() => this.now)) return;
      if (!mayWait(value)) return follow();
      isLate = true;
      inTurn(follow);
    });
  }
}
