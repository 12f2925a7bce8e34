import './page.css'
import { walkBlocks } from './blocks.ts'
import { curtain } from './curtain.ts'
import { filtersIn } from './filters.ts'
import { headsOf, nextSort } from './heads.ts'
import { filterOf, inOrder, rowsOf } from './rows.ts'
import { fragmentOf, type View, viewIn, WHOLE } from './view.ts'

const table = document.querySelector<HTMLTableElement>('table.rows')
const form = document.querySelector<HTMLFormElement>('#filters')
if (table !== null && form !== null) {
  document.documentElement.classList.add('js')
  enliven(table, form)
}

/** Makes the table one that filters and sorts, and that keeps how it is shown in the address. */
function enliven(table: HTMLTableElement, form: HTMLFormElement): void {
  const rows = rowsOf(table)
  const filters = filtersIn(form)
  const rowsShown = curtain()
  let ordered = rows
  let view: View = WHOLE
  /** Whether the latest entry of the history is one that typing may rewrite. */
  let typing = false

  const heads = headsOf(table, (key) => go({ ...view, sort: nextSort(view.sort, key) }, true))

  function show(next: View): void {
    const isResorted = fragmentOf({ ...WHOLE, sort: next.sort }) !== fragmentOf({ ...WHOLE, sort: view.sort })
    view = next
    if (isResorted) {
      ordered = inOrder(rows, view.sort)
      table.append(...ordered.map(({ body }) => body))
    }
    const isIn = ordered.map(filterOf(view))
    rowsShown.draw(
      ordered.map(({ body }) => body),
      (index) => isIn[index] === true,
    )
    heads.mark(view.sort)
    filters.tell(isIn.filter(Boolean).length, rows.length)
  }

  function go(next: View, settled: boolean): void {
    const isNew = fragmentOf(next) !== fragmentOf(view)
    show(next)
    const address = `${location.pathname}${location.search}${fragmentOf(next)}`
    if (isNew && !typing) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    typing = !settled
  }

  function restore(): void {
    const named = viewIn(location.hash)
    typing = false
    if (named === null) {
      reveal(location.hash)
      return
    }
    filters.write(named)
    show(named)
    for (const { details, number } of rows) {
      if (details !== null && details.open !== named.open.includes(number)) details.open = !details.open
    }
  }

  function reveal(place: string): void {
    const row = rows.find(({ number }) => place === `#r${number}`)
    if (row === undefined) return
    // Known to be open, the row leaves the address that names it, and the browser scrolls no more on its own.
    if (row.details !== null) {
      view = { ...view, open: [...view.open, row.number] }
      row.details.open = true
    }
    row.body.scrollIntoView()
  }

  for (const { body, details } of rows) {
    details?.addEventListener('toggle', () => {
      if (details.open) walkBlocks(details)
      const open = rows.flatMap((one) => (one.details?.open ? [one.number] : []))
      if (open.join('.') === view.open.join('.')) return
      view = { ...view, open }
      history.replaceState(null, '', `${location.pathname}${location.search}${fragmentOf(view)}`)
    })
    body.rows[0]?.addEventListener('click', () => {
      if (details !== null && getSelection()?.isCollapsed !== false) details.open = !details.open
    })
  }
  filters.hear((settled) => go({ ...view, ...filters.read() }, settled))
  addEventListener('popstate', restore)
  restore()
}
