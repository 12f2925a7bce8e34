import type { Browser, Page } from 'playwright-core'
import { launch, open } from '../test/report/page/browser.ts'

const LOADS = 7
const ROUNDS = 9

/** Times in ms, one a round. */
export interface PageTimes {
  readonly 'first paint': readonly number[]
  readonly 'loaded, filters there': readonly number[]
  readonly 'a text typed, filtered and painted': readonly number[]
  readonly 'all rows back and painted': readonly number[]
  readonly 'filtered by verdict and painted': readonly number[]
  readonly 'sorted and painted': readonly number[]
}

/** Times a report in a real Chromium: from the start of its loading, and from an input to the picture of its effect. */
export async function measurePage(html: string): Promise<PageTimes> {
  const browser = await launch()
  try {
    const loads: { paint: number; loaded: number }[] = []
    for (let round = 0; round < LOADS; round += 1) loads.push(await timeLoad(browser, html))
    await using opened = await open(browser, html)
    return {
      'first paint': loads.map(({ paint }) => paint),
      'loaded, filters there': loads.map(({ loaded }) => loaded),
      'a text typed, filtered and painted': await timeRounds(opened.page, (round) => type(`row${round}`)),
      'all rows back and painted': await timeRounds(opened.page, () => type(''), type('row1')),
      'filtered by verdict and painted': await timeRounds(
        opened.page,
        () => `document.querySelector('#filters input[type=checkbox]').click()`,
      ),
      'sorted and painted': await timeRounds(
        opened.page,
        () => `document.querySelector('th[data-key=delta] button').click()`,
      ),
    }
  } finally {
    await browser.close()
  }
}

async function timeLoad(browser: Browser, html: string): Promise<{ paint: number; loaded: number }> {
  await using opened = await open(browser, html)
  return await opened.page.evaluate(`({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    loaded: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
  })`)
}

function type(text: string): string {
  return `{
    const search = document.querySelector('#filters input[type=search]')
    search.value = '${text}'
    search.dispatchEvent(new Event('input', { bubbles: true }))
  }`
}

/** From before `act` until the frame that shows what it did has been drawn; `before` is done first, not timed. */
async function timeRounds(
  page: Page,
  act: (round: number) => string,
  before = type(''),
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate(before)
    times.push(
      await page.evaluate(`new Promise((done) => {
        requestAnimationFrame(() => {
          const start = performance.now()
          ${act(round)}
          requestAnimationFrame(() => {
            const drawn = new MessageChannel()
            drawn.port1.onmessage = () => done(performance.now() - start)
            drawn.port2.postMessage(null)
          })
        })
      })`),
    )
  }
  await page.evaluate(type(''))
  return times
}
