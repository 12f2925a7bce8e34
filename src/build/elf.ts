/** One section of an ELF file. */
export interface Section {
  readonly name: string
  readonly type: number
  readonly flags: bigint
  /** Its content; empty for one that occupies no space in the file. */
  readonly bytes: Uint8Array
  /** Its size in memory. */
  readonly size: number
}

/** What this product reads of an ELF file: 64 bits, little-endian. */
export interface Elf {
  readonly kind: 'relocatable' | 'executable' | 'shared' | 'other'
  /** What its header says beside the places of its parts: class, type, machine, entry point, flags. */
  readonly header: Uint8Array
  readonly sections: readonly Section[]
  /** How the loader maps it: its program headers, as they stand in the file. */
  readonly programHeaders: Uint8Array
}

/** Set on sections that are loaded into memory (SHF_ALLOC). */
export const ALLOCATED = 2n

const HEADER_BYTES = 64
const SECTION_HEADER_BYTES = 64
const NO_BITS = 8
const KINDS = ['other', 'relocatable', 'executable', 'shared'] as const
const ascii = new TextDecoder('latin1')

/** Reads an ELF file; null for anything else, and for one whose headers point outside of it. */
export function readElf(bytes: Uint8Array): Elf | null {
  if (bytes.length < HEADER_BYTES || ascii.decode(bytes.subarray(0, 6)) !== '\u007fELF\u0002\u0001')
    return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = Number(view.getBigUint64(0x28, true))
  const kind = KINDS[view.getUint16(0x10, true)] ?? 'other'
  if (view.getUint16(0x3a, true) !== SECTION_HEADER_BYTES && table !== 0) return null
  try {
    const sections = table === 0 ? [] : readSections(bytes, view, table)
    const header = Buffer.concat([bytes.subarray(0, 0x20), bytes.subarray(0x30, 0x34)])
    return { kind, header, sections, programHeaders: readProgramHeaders(bytes, view) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function readProgramHeaders(bytes: Uint8Array, view: DataView): Uint8Array {
  const start = Number(view.getBigUint64(0x20, true))
  const end = start + view.getUint16(0x36, true) * view.getUint16(0x38, true)
  if (end > bytes.length) throw new RangeError('program headers outside of the file')
  return bytes.subarray(start, end)
}

function readSections(bytes: Uint8Array, view: DataView, table: number): readonly Section[] {
  // More sections than a 16-bit count holds stand in the first header instead.
  const count = view.getUint16(0x3c, true) || Number(view.getBigUint64(table + 0x20, true))
  const named = view.getUint16(0x3e, true)
  const names = named === 0xffff ? view.getUint32(table + 0x28, true) : named
  const headers = Array.from({ length: count }, (_, index) =>
    headerAt(view, table + index * SECTION_HEADER_BYTES),
  )
  const strings = headers[names]
  const text = strings === undefined ? new Uint8Array() : contentOf(bytes, strings)
  return headers.map((header) => ({
    name: stringAt(text, header.name),
    type: header.type,
    flags: header.flags,
    bytes: contentOf(bytes, header),
    size: header.size,
  }))
}

interface Header {
  readonly name: number
  readonly type: number
  readonly flags: bigint
  readonly offset: number
  readonly size: number
}

function headerAt(view: DataView, at: number): Header {
  return {
    name: view.getUint32(at, true),
    type: view.getUint32(at + 4, true),
    flags: view.getBigUint64(at + 8, true),
    offset: Number(view.getBigUint64(at + 0x18, true)),
    size: Number(view.getBigUint64(at + 0x20, true)),
  }
}

function contentOf(bytes: Uint8Array, { type, offset, size }: Header): Uint8Array {
  if (type === NO_BITS) return new Uint8Array()
  if (offset + size > bytes.length) throw new RangeError('a section outside of the file')
  return bytes.subarray(offset, offset + size)
}

function stringAt(strings: Uint8Array, at: number): string {
  const end = strings.indexOf(0, at)
  return ascii.decode(strings.subarray(at, end < 0 ? strings.length : end))
}
