// Draws docs/pictures from the recorded result in a directory: the page of its report, light and dark.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

/** Of one picture, in bytes. */
const LARGEST = 200_000
/** Left and right of what is shown, in pixels. */
const MARGIN = 20

const [directory] = process.argv.slice(2)
if (directory === undefined) {
  console.error('usage: scripts/pictures DIR, the directory of a recorded result')
  process.exit(2)
}
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const temporary = mkdtempSync(join(tmpdir(), 'pairgate-pictures-'))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = writePage(directory)
  for (const scheme of ['light', 'dark']) await drawReport(page, scheme)
} finally {
  await browser.close()
  rmSync(temporary, { recursive: true, force: true })
}

/** The report of a result as a file; a run that found something exits with 1. */
function writePage(directory) {
  const file = join(temporary, 'report.html')
  const command = [at('dist/cli/index.js'), 'report', resolve(directory), '--format', 'html']
  writeFileSync(file, outputOf(command))
  return pathToFileURL(file).href
}

function outputOf(command) {
  try {
    return execFileSync(process.execPath, command, { maxBuffer: 1e9 })
  } catch (error) {
    if (error.status !== 1) throw error
    return error.stdout
  }
}

/** The head of the page with the first rows, and the first row's comparison. */
async function drawReport(url, colorScheme) {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 1000 } })
  const page = await context.newPage()
  await page.goto(url)
  await keep(page, `report-${colorScheme}`, {})
  const row = page.locator('table.rows > tbody').first()
  await row.locator('summary').first().click()
  await row.locator('figure.blocks input').waitFor()
  const { x, y, width, height } = await row.boundingBox()
  const clip = { x: x - MARGIN, y, width: width + 2 * MARGIN, height }
  await keep(page, `comparison-${colorScheme}`, { fullPage: true, clip })
  await context.close()
}

async function keep(page, name, part) {
  const path = at(`docs/pictures/${name}.png`)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide', ...part })
  const { size } = statSync(path)
  console.log(`docs/pictures/${name}.png: ${Math.round(size / 1000)} kB`)
  if (size > LARGEST) throw new Error(`${path} has more than ${LARGEST} bytes`)
}
