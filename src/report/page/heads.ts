import type { Sort } from './view.ts'

/** The heads of the table's columns, as buttons that sort it. */
export interface Heads {
  /** Marks the column that the table is sorted by. */
  mark(sort: Sort | null): void
}

/** Makes the heads buttons; `choose` hears which column was pressed. */
export function headsOf(table: HTMLTableElement, choose: (key: string) => void): Heads {
  const heads = Array.from(table.querySelectorAll<HTMLTableCellElement>('th[data-key]'))
  for (const head of heads) {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(...head.childNodes)
    button.addEventListener('click', () => choose(head.dataset.key ?? ''))
    head.append(button)
  }
  return {
    mark: (sort) => {
      for (const head of heads) {
        if (sort?.key === head.dataset.key)
          head.setAttribute('aria-sort', sort?.descending ? 'descending' : 'ascending')
        else head.removeAttribute('aria-sort')
      }
    },
  }
}

/** Pressed once a column rises, twice it falls, three times it is as it was; numbers fall first. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  const fallsFirst = !['name', 'arm', 'verdict'].includes(key)
  if (sort?.key !== key) return { key, descending: fallsFirst }
  return sort.descending === fallsFirst ? { key, descending: !fallsFirst } : null
}
