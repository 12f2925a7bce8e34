import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { launch, open } from '../test/report/page/browser.ts'
import { medianOf, spreadOf } from './numbers.ts'
import { promise } from './promise.ts'

const LOADS = 7
const ROUNDS = 9

/** Times in ms, one a round. */
interface PageTimes {
  readonly 'first paint': readonly number[]
  readonly 'loaded, filters there': readonly number[]
  readonly 'a text typed, filtered and painted': readonly number[]
  readonly 'all rows back and painted': readonly number[]
  readonly 'filtered by verdict and painted': readonly number[]
  readonly 'sorted and painted': readonly number[]
}

const FILTERS = [
  'a text typed, filtered and painted',
  'all rows back and painted',
  'filtered by verdict and painted',
] as const

/** Times a report in a real Chromium: from the start of its loading, and from an input to the picture of its effect. */
async function measurePage(html: string): Promise<PageTimes> {
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

/** Times a browser with the page of a large run. */
export async function benchPage(html: string): Promise<void> {
  const times = await measurePage(html)
  const bytes = Buffer.from(html)
  const packed = gzipSync(bytes).length
  console.log(
    `report.html of these 1000 rows: ${(bytes.length / 1e6).toFixed(1)} MB, ${(packed / 1e6).toFixed(2)} MB packed`,
  )
  for (const [name, values] of Object.entries(times)) {
    console.log(
      `  ${name.padEnd(34)} ${medianOf(values).toFixed(0).padStart(7)} ms   (${spreadOf(values)}, ${values.length} times)`,
    )
  }
  promise('first paint within 1 s', medianOf(times['first paint']) <= 1000)
  promise(
    'filtered and painted within 100 ms',
    FILTERS.every((name) => medianOf(times[name]) <= 100),
  )
}
