/** Lets a reader walk over the blocks of a chart, by pointer and by slider, and reads each one out of the lines below. */
export function walkBlocks(panel: Element): void {
  const figure = panel.querySelector<HTMLElement>('figure.blocks')
  const svg = figure?.querySelector('svg')
  const lines = panel.querySelector('pre.numbers')?.textContent?.split('\n') ?? []
  if (figure == null || svg == null || lines.length === 0 || figure.querySelector('input') !== null) return
  const places = { first: Number(figure.dataset.first), step: Number(figure.dataset.step) }
  const cursor = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  cursor.classList.add('cursor')
  svg.append(cursor)
  const { tip, slider } = controlsOf(figure, lines.length)
  const show = (index: number) => {
    const text = lines[index] ?? ''
    const x = places.first + places.step * index
    cursor.setAttribute('d', `M${x} 14V176`)
    slider.value = String(index)
    slider.setAttribute('aria-valuetext', text)
    tip.textContent = text
    tip.hidden = false
    const scale = svg.clientWidth / svg.viewBox.baseVal.width
    const most = figure.clientWidth - tip.offsetWidth
    tip.style.left = `${Math.max(0, Math.min(most, x * scale - tip.offsetWidth / 2))}px`
  }
  const hide = () => {
    tip.hidden = true
    cursor.removeAttribute('d')
  }
  slider.addEventListener('input', () => show(Number(slider.value)))
  slider.addEventListener('focus', () => show(Number(slider.value)))
  slider.addEventListener('blur', hide)
  slider.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide()
  })
  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width
    const nearest = Math.round((x - places.first) / places.step)
    show(Math.max(0, Math.min(lines.length - 1, nearest)))
  })
  svg.addEventListener('pointerleave', () => {
    if (document.activeElement !== slider) hide()
  })
}

function controlsOf(figure: HTMLElement, blocks: number) {
  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.hidden = true
  // The slider's own value says the same to a screen reader.
  tip.setAttribute('aria-hidden', 'true')
  const slider = document.createElement('input')
  slider.type = 'range'
  slider.min = '0'
  slider.max = String(blocks - 1)
  slider.value = '0'
  slider.setAttribute('aria-label', 'Walk over the blocks')
  figure.append(slider, tip)
  return { tip, slider }
}
