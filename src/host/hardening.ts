import { UNKNOWN } from '../model/environment.ts'
import type { MachineReader } from './machine-reader.ts'

const VULNERABILITIES = '/sys/devices/system/cpu/vulnerabilities'

/** Set in a personality that switches the randomisation of addresses off (ADDR_NO_RANDOMIZE). */
const NOT_RANDOMISED = 0x0040000

/** What the kernel does against attacks at the cost of time. */
export function describeHardening(read: MachineReader): Record<string, string> {
  return {
    aslr: aslrOf(read),
    mitigations_setting: settingOf(read),
    mitigations: mitigationsOf(read),
  }
}

function aslrOf({ text }: MachineReader): string {
  const personality = Number.parseInt(text('/proc/self/personality') ?? '0', 16)
  if ((personality & NOT_RANDOMISED) !== 0) return 'off for this process'
  switch (text('/proc/sys/kernel/randomize_va_space')) {
    case '2':
      return 'full'
    case '1':
      return 'without the heap'
    case '0':
      return 'off'
  }
  return UNKNOWN
}

/** The kernel's own parameter; nothing else of its command line is recorded. */
function settingOf({ text }: MachineReader): string {
  const line = text('/proc/cmdline')
  if (line === null) return UNKNOWN
  return /(?:^|\s)mitigations=(\S+)/.exec(line)?.[1] ?? 'default'
}

/** The vulnerabilities that the processor has, and what is done against each; `none needed` where it has none. */
function mitigationsOf({ text, list }: MachineReader): string {
  const states = list(VULNERABILITIES).flatMap((name) => {
    const state = text(`${VULNERABILITIES}/${name}`)
    return state === null ? [] : [{ name, state }]
  })
  if (states.length === 0) return UNKNOWN
  const present = states.filter(({ state }) => state !== 'Not affected')
  return (
    present.map(({ name, state }) => `${name}: ${state.replace(/^Mitigation: /, '')}`).join(' | ') ||
    'none needed'
  )
}
