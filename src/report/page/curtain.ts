/** How many rows come back at once: more than a screen has. */
const AT_ONCE = 60
/** Until the next of them, in ms: a frame is drawn in between. */
const PAUSE = 30

/** Hides rows and shows them again. */
export interface Curtain {
  /** Hides all that `isShown` does not name; of the others, in their order, some come back at once, the rest little by little. */
  draw(bodies: readonly HTMLElement[], isShown: (index: number) => boolean): void
}

/** Nothing that is seen waits for the layout of what is not. */
export function curtain(): Curtain {
  let waiting: HTMLElement[] = []
  let timer = 0
  const show = (count: number) => {
    for (const body of waiting.splice(0, count)) body.hidden = false
  }
  const goOn = () => {
    show(AT_ONCE)
    if (waiting.length > 0) timer = setTimeout(goOn, PAUSE)
  }
  // Paper does not wait.
  addEventListener('beforeprint', () => show(waiting.length))
  return {
    draw: (bodies, isShown) => {
      clearTimeout(timer)
      waiting = []
      for (const [index, body] of bodies.entries()) {
        if (!isShown(index)) body.hidden = true
        else if (body.hidden) waiting.push(body)
      }
      show(AT_ONCE)
      if (waiting.length > 0) timer = setTimeout(goOn, PAUSE)
    },
  }
}
