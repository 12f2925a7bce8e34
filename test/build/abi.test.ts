import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { abiOf } from '../../src/build/abi.ts'

/** The first bytes of a 64-bit ELF program with one program header, which names the loader where there is one. */
function elf(machine: number, { loader = '', isLittle = true, system = 0 } = {}): Uint8Array {
  const bytes = new Uint8Array(256)
  const view = new DataView(bytes.buffer)
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, isLittle ? 1 : 2, 1, system])
  view.setUint16(0x12, machine, isLittle)
  view.setBigUint64(0x20, 64n, isLittle)
  view.setUint16(0x36, 56, isLittle)
  view.setUint16(0x38, 1, isLittle)
  view.setUint32(64, loader === '' ? 1 : 3, isLittle)
  view.setBigUint64(64 + 0x08, 160n, isLittle)
  view.setBigUint64(64 + 0x20, BigInt(loader.length + 1), isLittle)
  bytes.set(new TextEncoder().encode(loader), 160)
  return bytes
}

test.each([
  [
    'x86-64 with glibc',
    elf(62, { loader: '/lib64/ld-linux-x86-64.so.2' }),
    'ELF 64-bit little-endian x86-64, System V, loader /lib64/ld-linux-x86-64.so.2',
  ],
  [
    'arm64 with musl',
    elf(183, { loader: '/lib/ld-musl-aarch64.so.1' }),
    'ELF 64-bit little-endian aarch64, System V, loader /lib/ld-musl-aarch64.so.1',
  ],
  ['linked statically', elf(62, { system: 3 }), 'ELF 64-bit little-endian x86-64, GNU/Linux, no loader'],
  [
    'another byte order',
    elf(22, { isLittle: false }),
    'ELF 64-bit big-endian machine 22, System V, no loader',
  ],
])('a program for %s says so in its header', (_, bytes, abi) => {
  expect(abiOf(bytes)).toBe(abi)
})

test('a program of macOS says its processor', () => {
  const bytes = new Uint8Array(64)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0xfeedfacf, true)
  view.setUint32(4, 0x0100000c, true)
  expect(abiOf(bytes)).toBe('Mach-O 64-bit little-endian arm64')
})

test('a script, an empty file and one that is cut off have none', () => {
  const script = new TextEncoder().encode(`#!/bin/sh\n${'exit 0\n'.repeat(20)}`)
  expect([script, new Uint8Array(), elf(62).subarray(0, 63)].map(abiOf)).toEqual([null, null, null])
})

test('headers that point outside of the file end the search', () => {
  const bytes = elf(62)
  new DataView(bytes.buffer).setBigUint64(0x20, 1n << 60n, true)
  expect(abiOf(bytes)).toContain('no loader')
})

test.runIf(process.platform === 'linux')('the running program is of this machine', () => {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86-64'
  expect(abiOf(readFileSync(process.execPath))).toContain(`ELF 64-bit little-endian ${machine}, `)
})
