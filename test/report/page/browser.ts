import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** A page as a reader opens it, with everything that it must not do. */
export interface Opened extends AsyncDisposable {
  readonly page: Page
  /** The page's own address, without a fragment. */
  readonly url: string
  /** Errors of scripts and complaints of the browser. */
  readonly complaints: readonly string[]
  /** Addresses that were asked for beside the page itself. */
  readonly requests: readonly string[]
}

/** A real Chromium, without a window. */
export async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    // Its sandbox refuses to start for the superuser.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

/** Opens the text of a page from a file, as an artifact is opened. */
export async function open(
  browser: Browser,
  html: string,
  options: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<Opened> {
  const { fragment = '', ...contextOptions } = options
  const directory = mkdtempSync(join(tmpdir(), 'pairgate-page-'))
  const file = join(directory, 'report.html')
  writeFileSync(file, html)
  const url = pathToFileURL(file).href
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...contextOptions })
  // The limit of the whole test is enough of a limit.
  context.setDefaultTimeout(0)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url) requests.push(request.url())
  })
  await page.goto(url + fragment)
  return {
    page,
    url,
    complaints,
    requests,
    async [Symbol.asyncDispose]() {
      await context.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The names of the rows that are shown, from above. */
export async function shownRows(page: Page): Promise<readonly string[]> {
  return page.locator('table.rows > tbody:not([hidden]) tr.row th code').allTextContents()
}
