import { type View, WHOLE } from './view.ts'

/** The form above the table, as the part of a view that it holds. */
export interface Filters {
  read(): Pick<View, 'text' | 'arm' | 'category' | 'verdicts'>
  write(view: View): void
  /** Says how many rows are shown. */
  tell(shown: number, all: number): void
  /** `settled` is false while a text is being typed. */
  hear(changed: (settled: boolean) => void): void
}

/** Shows the form and gives hold of it. */
export function filtersIn(form: HTMLFormElement): Filters {
  form.hidden = false
  const search = form.querySelector<HTMLInputElement>('input[type=search]')
  const selects = form.querySelectorAll('select')
  const boxes = form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')
  const output = form.querySelector('output')
  const chosen = (name: string) => {
    const value = Array.from(selects).find((select) => select.name === name)?.value ?? ''
    // A value has `=` before it: a category may be the empty text.
    return value === '' ? null : value.slice(1)
  }
  const write = (view: View) => {
    if (search !== null && search.value !== view.text) search.value = view.text
    for (const select of selects) {
      const value = select.name === 'arm' ? view.arm : view.category
      select.value = value === null ? '' : `=${value}`
    }
    for (const box of boxes) box.checked = view.verdicts.includes(box.value)
  }
  return {
    read: () => ({
      text: search?.value ?? '',
      arm: chosen('arm'),
      category: chosen('category'),
      verdicts: Array.from(boxes).flatMap(({ checked, value }) => (checked ? [value] : [])),
    }),
    write,
    tell: (shown, all) => {
      if (output !== null) output.textContent = shown === all ? `all ${all} rows` : `${shown} of ${all} rows`
    },
    hear: (changed) => {
      form.addEventListener('submit', (event) => event.preventDefault())
      form.addEventListener('reset', (event) => {
        event.preventDefault()
        write(WHOLE)
        changed(true)
      })
      form.addEventListener('input', (event) => changed(event.target !== search))
      search?.addEventListener('change', () => changed(true))
    },
  }
}
