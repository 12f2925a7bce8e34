import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tuning } from '../../../src/model/tuning.ts'
import { renderHtml } from '../../../src/report/html.ts'
import { evidenceFor } from '../evidence.ts'
import { awkwardNames, hostileName } from '../hostile.ts'
import { everyResult, measuredRow, resultOf } from '../result.ts'
import { launch, open, shownRows } from './browser.ts'

const TUNING: Tuning = {
  arms: ['cpp', 'rust'],
  benchmarks: [
    {
      benchmark: 'sort',
      crossover: { kind: 'found', below: 'cpp', at_or_above: 'rust', dataset: '10000' },
      datasets: [100, 1000, 10_000].map((scale, index) => ({
        dataset: String(scale),
        scale: String(scale),
        winner: index < 2 ? 'cpp' : 'rust',
        reason: null,
        medians_us: { cpp: scale / 10, rust: 5 + scale / 20 },
      })),
    },
  ],
}

const HTML = renderHtml(everyResult, evidenceFor(everyResult, TUNING))
const ALL = everyResult.comparisons.length

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(async () => {
  await browser.close()
})

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const head = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name })
const fragmentOf = (page: Page) => new URL(page.url()).hash

test('filters by text, arm, category and verdict, alone and together, and says how many are left', async () => {
  await using opened = await open(browser, HTML)
  const { page } = opened
  const said = page.locator('#filters output')
  expect(await shownRows(page)).toHaveLength(ALL)
  expect(await said.textContent()).toBe(`all ${ALL} rows`)
  await search(page).fill('SHA compute')
  expect(await shownRows(page)).toEqual(['sha512/large', 'sha256/large'])
  expect(await said.textContent()).toBe(`2 of ${ALL} rows`)
  await choice(page, 'arm').selectOption('tool')
  expect(await shownRows(page)).toEqual(['sha256/large'])
  await page.getByRole('button', { name: 'Show all' }).click()
  await choice(page, 'category').selectOption('algorithms')
  await page.getByRole('checkbox', { name: 'regression' }).check()
  await page.getByRole('checkbox', { name: 'eliminated' }).check()
  expect(await shownRows(page)).toEqual([
    'edit_distance/large',
    'edit_distance/small',
    'dead_code_elimination/large',
  ])
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(await shownRows(page)).toHaveLength(ALL)
})

test('sorts by a column, the other way, and back; rows without a number come last', async () => {
  await using opened = await open(browser, HTML)
  const { page } = opened
  const asWritten = await shownRows(page)
  const deltas = async () =>
    (await page.locator('table.rows > tbody td.c-delta').allTextContents()).map((text) =>
      text === '' ? null : Number(text.replace('−', '-')),
    )
  await head(page, 'Δ %').click()
  const falling = await deltas()
  const numbers = falling.filter((delta) => delta !== null)
  expect(numbers.length).toBeGreaterThan(5)
  expect(falling.slice(0, numbers.length)).toEqual(numbers.toSorted((a, b) => b - a))
  expect(await page.locator('th[aria-sort=descending]').textContent()).toBe('Δ %')
  await head(page, 'Δ %').click()
  expect((await deltas()).slice(0, numbers.length)).toEqual(numbers.toSorted((a, b) => a - b))
  await head(page, 'Δ %').click()
  expect(await shownRows(page)).toEqual(asWritten)
  expect(await page.locator('th[aria-sort]').count()).toBe(0)
  await head(page, 'benchmark').click()
  expect((await shownRows(page))[0]).toBe('avx512_popcount/large')
})

test('of many rows those in sight come back at once, the others soon, and all of them on paper', async () => {
  const names = Array.from({ length: 350 }, (_, index) => `row${index}`)
  const many = resultOf(
    names.map((benchmark) => measuredRow({ benchmark, verdict: 'equivalent' }, 100, 0, 1)),
  )
  await using opened = await open(browser, renderHtml(many, evidenceFor(many)))
  const { page } = opened
  await search(page).fill('row349')
  expect(await shownRows(page)).toEqual(['row349/large'])
  await search(page).fill('')
  expect(await page.locator('#filters output').textContent()).toBe('all 350 rows')
  expect((await shownRows(page)).length).toBeGreaterThanOrEqual(60)
  await page.locator('table.rows > tbody:not([hidden])').nth(349).waitFor()
  await search(page).fill('row349')
  const printed = await page.evaluate(`{
    const search = document.querySelector('input[type=search]')
    search.value = ''
    search.dispatchEvent(new Event('input', { bubbles: true }))
    dispatchEvent(new Event('beforeprint'))
    document.querySelectorAll('tbody[hidden]').length
  }`)
  expect(printed).toBe(0)
})

test('a screen reader has every row, out of sight too', async () => {
  await using opened = await open(browser, HTML, { viewport: { width: 1280, height: 400 } })
  const session = await opened.page.context().newCDPSession(opened.page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const names = nodes.filter(({ role }) => role?.value === 'rowheader').map(({ name }) => String(name?.value))
  for (const shown of await shownRows(opened.page))
    expect(names.some((name) => name.startsWith(shown))).toBe(true)
})

test('keeps what is shown in the address: a new page restores it, and back goes back', async () => {
  await using opened = await open(browser, HTML)
  const { page, url } = opened
  await search(page).pressSequentially('edit')
  await page.getByRole('checkbox', { name: 'regression' }).check()
  await head(page, 'baseline').click()
  await page.locator('#r0 summary').first().click()
  await page.waitForURL(/open=0/)
  const fragment = fragmentOf(page)
  expect(fragment).toBe('#text=edit&verdict=regression&sort=-baseline&open=0')

  await using again = await open(browser, HTML, { fragment })
  expect(await shownRows(again.page)).toEqual(['edit_distance/large', 'edit_distance/small'])
  expect(await search(again.page).inputValue()).toBe('edit')
  expect(await again.page.getByRole('checkbox', { name: 'regression' }).isChecked()).toBe(true)
  expect(await again.page.locator('th[aria-sort=descending]').textContent()).toBe('baseline')
  expect(await again.page.locator('#r0 details').first().getAttribute('open')).not.toBeNull()

  await page.goBack()
  expect(fragmentOf(page)).toBe('#text=edit&verdict=regression')
  expect(await page.locator('th[aria-sort]').count()).toBe(0)
  await page.goBack()
  expect(fragmentOf(page)).toBe('#text=edit')
  await page.goBack()
  expect(page.url()).toBe(url)
  expect(await search(page).inputValue()).toBe('')
  expect(await shownRows(page)).toHaveLength(ALL)
  await page.goForward()
  expect(await search(page).inputValue()).toBe('edit')
})

test('a place on the page leaves the filters alone, and the place of a row opens it', async () => {
  await using opened = await open(browser, HTML, { fragment: '#r2' })
  const { page } = opened
  expect(await page.locator('#r2 details').first().getAttribute('open')).not.toBeNull()
  expect(fragmentOf(page)).toBe('#r2')
  // Below the heads that stay at the top, and in sight.
  const top = await page.locator('#r2').evaluate((row) => row.getBoundingClientRect().top)
  expect(top).toBeGreaterThan(90)
  expect(top).toBeLessThan(400)
  await search(page).fill('sort')
  await page.getByRole('link', { name: 'Environment' }).click()
  expect(fragmentOf(page)).toBe('#environment')
  expect(await shownRows(page)).toEqual(['sort/large'])
})

test.each(['#arm=nobody', '#sort=nothing', '#verdict=%00&open=99999999999.x', '#=', '#%E0%A4%A='])(
  'an address that names nothing breaks nothing: %s',
  async (fragment) => {
    await using opened = await open(browser, HTML, { fragment })
    await opened.page.getByRole('button', { name: 'Show all' }).click()
    expect(await shownRows(opened.page)).toHaveLength(ALL)
    expect(opened.complaints).toEqual([])
  },
)

test('tells each block to a pointer and to a keyboard, as the lines of numbers have it', async () => {
  await using opened = await open(browser, HTML)
  const { page } = opened
  const row = page.locator('#r0')
  await row.locator('summary').first().click()
  const tip = row.locator('.tip')
  const slider = row.getByRole('slider', { name: 'Walk over the blocks' })
  await slider.waitFor()
  expect(await tip.isVisible()).toBe(false)
  const plot = row.locator('svg.differences')
  const box = await plot.boundingBox()
  if (box === null) throw new Error('the chart is drawn')
  await page.mouse.move(box.x + (62 / 460) * box.width, box.y + box.height / 2)
  expect(await tip.textContent()).toBe('block 5: 128.4 µs → 141.2 µs, +9.97 %, baseline first')
  await page.mouse.move(box.x - 30, box.y - 30)
  expect(await tip.isVisible()).toBe(false)
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  expect(await slider.getAttribute('aria-valuetext')).toBe(
    'block 7: 128.4 µs → 141.2 µs, +9.97 %, baseline first',
  )
  expect(await tip.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await tip.isVisible()).toBe(false)
  const lines = (await row.locator('pre.numbers').textContent())?.split('\n')
  expect(lines?.[2]).toBe('block 7: 128.4 µs → 141.2 µs, +9.97 %, baseline first')
})

test('is used by keyboard alone', async () => {
  await using opened = await open(browser, HTML)
  const { page } = opened
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toBe('Skip to the rows')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('type')).toBe('search')
  await page.keyboard.type('edit')
  const focused = () => page.evaluate('document.activeElement.value || document.activeElement.textContent')
  while ((await focused()) !== 'regression') await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await shownRows(page)).toHaveLength(2)
  while ((await focused()) !== 'verdict') await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.locator('th[aria-sort=ascending]').textContent()).toBe('verdict')
  while ((await page.evaluate('document.activeElement.localName')) !== 'summary')
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('tbody:not([hidden]) figure.blocks svg').first().waitFor({ state: 'visible' })
})

test.each(['light', 'dark'] as const)('axe finds nothing against it, in %s', async (colorScheme) => {
  await using opened = await open(browser, HTML, { colorScheme })
  const { page } = opened
  for (const summary of await page.locator('#r0 summary, #r2 summary, #r14 summary').all())
    await summary.click()
  await page.getByRole('checkbox', { name: 'regression' }).check()
  await page.getByRole('checkbox', { name: 'equivalent' }).check()
  await page.evaluate(axe.source)
  const violations = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))',
  )
  expect(violations).toEqual([])
})

test('is dark where the system is, and on paper always light, without what paper cannot do', async () => {
  await using opened = await open(browser, HTML, { colorScheme: 'dark' })
  const { page } = opened
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  expect(await background()).toBe('rgb(18, 21, 27)')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await background()).toBe('rgb(255, 255, 255)')
  expect(await page.locator('#filters').isVisible()).toBe(false)
  expect(await page.locator('nav').isVisible()).toBe(false)
  expect(await page.locator('#r0 td.c-interval').isVisible()).toBe(true)
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
})

test('asks no host for anything and complains of nothing', async () => {
  await using opened = await open(browser, HTML)
  const { page } = opened
  for (const summary of await page.locator('table.rows details:first-child > summary').all())
    await summary.click()
  await head(page, 'arm').click()
  await search(page).fill('e')
  await page.waitForLoadState('networkidle')
  expect(opened.requests).toEqual([])
  expect(opened.complaints).toEqual([])
})

test('its policy lets nothing else run and nothing out', async () => {
  await using opened = await open(browser, HTML)
  const { page } = opened
  await page.evaluate(`{
    const image = document.createElement('img')
    image.src = 'https://host.example/pixel.png'
    const frame = document.createElement('iframe')
    frame.src = 'https://host.example/'
    document.body.append(image, frame)
  }`)
  await expect(page.evaluate(`fetch('https://host.example/')`)).rejects.toThrow()
  await expect(
    page.evaluate(`document.body.innerHTML = '<img src=x onerror="window.harmed = true">'`),
  ).rejects.toThrow(/TrustedHTML/)
  await expect(
    page.evaluate(`document.createElement('script').textContent = 'window.harmed = true'`),
  ).rejects.toThrow(/TrustedScript/)
  expect(
    opened.complaints.filter((one) => /img-src|frame-src|connect-src|default-src/.test(one)).length,
  ).toBeGreaterThanOrEqual(3)
  expect(await page.evaluate('window.harmed')).toBeUndefined()
})

const HOSTILE = [
  hostileName,
  ...awkwardNames,
  '</style><img src=x onerror="window.harmed=1">',
  '</textarea></select></title><script>window.harmed=1</script>',
  `"' onmouseover=window.harmed=1 x="`,
  '<svg><script>window.harmed=1</script></svg>',
  'left\u202eright\u2066isolated',
  ']]><!-- -->',
]

test('hostile names are text wherever they are shown', async () => {
  const rows = HOSTILE.map((name, index) =>
    measuredRow(
      { benchmark: name, verdict: 'regression', dataset: name, arm: name, category: name, id: String(index) },
      100,
      5,
      1,
    ),
  )
  const hostile = resultOf(rows, { summary: { ...resultOf(rows).summary, headline: hostileName } })
  const tuning: Tuning = {
    arms: HOSTILE,
    benchmarks: HOSTILE.map((benchmark) => ({
      benchmark,
      crossover: { kind: 'found', below: benchmark, at_or_above: benchmark, dataset: benchmark },
      datasets: [1, 2].map((scale) => ({
        dataset: benchmark,
        scale: String(scale),
        winner: benchmark,
        reason: benchmark,
        medians_us: Object.fromEntries(HOSTILE.map((arm, index) => [arm, 1 + scale * index])),
      })),
    })),
  }
  await using opened = await open(browser, renderHtml(hostile, evidenceFor(hostile, tuning)))
  const { page } = opened
  for (const summary of await page.locator('table.rows details:first-child > summary').all())
    await summary.click()
  for (const name of HOSTILE) await choice(page, 'arm').selectOption({ index: 1 + HOSTILE.indexOf(name) })
  await head(page, 'arm').click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.locator('svg.differences').first().hover()
  expect(await page.evaluate('window.harmed')).toBeUndefined()
  expect(await page.locator('script').count()).toBe(1)
  expect(await page.locator('img, iframe, object, embed, link').count()).toBe(0)
  expect(opened.complaints).toEqual([])
  expect(opened.requests).toEqual([])
  expect(await page.locator('body').textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test('everything can be read without a script', async () => {
  await using opened = await open(browser, HTML, { javaScriptEnabled: false })
  const { page } = opened
  expect(await page.locator('#filters').isVisible()).toBe(false)
  expect(await shownRows(page)).toHaveLength(ALL)
  await page.locator('#r0 summary').first().click()
  for (const chart of ['differences', 'strip']) {
    expect(await page.locator(`#r0 svg.${chart}`).isVisible()).toBe(true)
  }
  expect(
    await page.getByRole('img', { name: /^sort, time a call over the size of the input/ }).isVisible(),
  ).toBe(true)
  expect(await page.locator('#scaling').textContent()).toContain('cpp below 10000, rust from there on')
})

test.each([400, 760, 1000, 1280, 1920])('nothing runs out of a window %d pixels wide', async (width) => {
  await using opened = await open(browser, HTML, { viewport: { width, height: 800 } })
  const { page } = opened
  for (const summary of await page.locator('#r0 summary, #r2 summary').all()) await summary.click()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  expect(await page.locator('#r0 .c-verdict').isVisible()).toBe(true)
})
