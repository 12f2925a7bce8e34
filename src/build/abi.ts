/** Machines of ELF headers (e_machine) and CPU types of Mach-O headers, by number. */
const ELF_MACHINES: Readonly<Record<number, string>> = {
  3: 'x86',
  40: 'arm',
  62: 'x86-64',
  183: 'aarch64',
  243: 'risc-v',
  258: 'loongarch',
}
const MACH_MACHINES: Readonly<Record<number, string>> = { 16777223: 'x86-64', 16777228: 'arm64' }

const SYSTEMS: Readonly<Record<number, string>> = { 0: 'System V', 3: 'GNU/Linux', 9: 'FreeBSD' }

/** The type of the program header that names the loader (PT_INTERP). */
const INTERPRETER = 3

const ascii = new TextDecoder('latin1')

/**
 * The binary interface that a program was built for, by its own header: format, width, byte order, machine, system and
 * loader. Null for what is no program of a kind that is known, such as a script.
 */
export function abiOf(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 64) return null
  if (view.getUint32(0) === 0x7f454c46) return elfAbi(bytes, view)
  if (view.getUint32(0, true) === 0xfeedfacf) {
    const cpu = view.getUint32(4, true)
    return `Mach-O 64-bit little-endian ${MACH_MACHINES[cpu] ?? `CPU type ${cpu}`}`
  }
  return null
}

function elfAbi(bytes: Uint8Array, view: DataView): string {
  const is64 = bytes[4] === 2
  const isLittle = bytes[5] === 1
  const machine = view.getUint16(0x12, isLittle)
  const system = bytes[7] ?? 0
  return [
    `ELF ${is64 ? 64 : 32}-bit ${isLittle ? 'little' : 'big'}-endian ${ELF_MACHINES[machine] ?? `machine ${machine}`}`,
    SYSTEMS[system] ?? `system ${system}`,
    ...(is64 ? [loaderOf(bytes, view, isLittle)] : []),
  ].join(', ')
}

function loaderOf(bytes: Uint8Array, view: DataView, isLittle: boolean): string {
  const table = Number(view.getBigUint64(0x20, isLittle))
  const [size, count] = [view.getUint16(0x36, isLittle), view.getUint16(0x38, isLittle)]
  for (let at = table; at < table + size * count && at + 0x28 <= bytes.length; at += size) {
    if (view.getUint32(at, isLittle) !== INTERPRETER) continue
    const start = Number(view.getBigUint64(at + 0x08, isLittle))
    const length = Number(view.getBigUint64(at + 0x20, isLittle))
    return `loader ${ascii.decode(bytes.subarray(start, start + length)).replace(/\0.*$/s, '')}`
  }
  return 'no loader'
}
