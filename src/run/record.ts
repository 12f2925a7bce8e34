import type { Event } from '../model/event.ts'

/** Passes a stage's events on and keeps them in `log`, so that later stages decide from what was recorded. */
export async function* recorded<T>(log: Event[], stage: AsyncGenerator<Event, T>): AsyncGenerator<Event, T> {
  for (;;) {
    const step = await stage.next()
    if (step.done === true) return step.value
    log.push(step.value)
    yield step.value
  }
}
