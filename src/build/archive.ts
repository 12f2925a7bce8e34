/** A member of a static library; `bytes` is null in a thin archive, which only names files. */
export interface Member {
  readonly name: string
  readonly bytes: Uint8Array | null
}

const MAGIC = '!<arch>\n'
const THIN_MAGIC = '!<thin>\n'
const HEADER_BYTES = 60
const ascii = new TextDecoder('latin1')

/** The members of an ar archive in GNU form, symbol tables left out; null for anything else, and for one that was cut. */
export function readArchive(bytes: Uint8Array): readonly Member[] | null {
  const magic = ascii.decode(bytes.subarray(0, MAGIC.length))
  if (magic !== MAGIC && magic !== THIN_MAGIC) return null
  const members: Member[] = []
  let longNames = ''
  let at = MAGIC.length
  while (at + HEADER_BYTES <= bytes.length) {
    const field = ascii.decode(bytes.subarray(at, at + 16)).trimEnd()
    const digits = ascii.decode(bytes.subarray(at + 48, at + 58)).trimEnd()
    if (!/^\d+$/.test(digits)) return null
    const size = Number(digits)
    const start = at + HEADER_BYTES
    const isTable = field === '/' || field === '//' || field === '/SYM64/'
    const isInside = magic === MAGIC || isTable
    if (isInside && start + size > bytes.length) return null
    const content = bytes.subarray(start, start + size)
    if (field === '//') longNames = ascii.decode(content)
    else if (!isTable) members.push({ name: nameOf(field, longNames), bytes: isInside ? content : null })
    at = start + (isInside ? size + (size % 2) : 0)
  }
  return at < bytes.length ? null : members
}

/** Short names end in a slash; `/N` is a place in the table of long names. */
function nameOf(field: string, longNames: string): string {
  const place = /^\/(\d+)$/.exec(field)?.[1]
  if (place === undefined) return field.replace(/\/$/, '')
  const rest = longNames.slice(Number(place))
  return rest.slice(0, rest.indexOf('\n')).replace(/\/$/, '')
}
