/** Returns a function that returns whole numbers below its argument, the same ones for the same seed and instant. */
export function mixSeed(seed: number, at: number): (below: number) => number {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(Math.floor(at / 1000), 0xc2b2ae35)) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}
