import type { MachineReader } from './machine-reader.ts'

const CPUFREQ = '/sys/devices/system/cpu/cpu0/cpufreq'

/** What about power and frequency speaks against measuring now; nothing where the system does not tell. */
export function powerNotes(read: Pick<MachineReader, 'text' | 'list'>): readonly string[] {
  return [
    ...(isOnBattery(read) ? ['the machine runs on battery: plug it in, the processor may save power'] : []),
    ...frequencyNotes(read),
  ]
}

/** Whether a battery is being emptied, or every mains adapter is unplugged; a device's own battery is none. */
export function isOnBattery(read: Pick<MachineReader, 'text' | 'list'>): boolean {
  const at = (name: string, file: string) => read.text(`/sys/class/power_supply/${name}/${file}`)
  const supplies = read.list('/sys/class/power_supply')
  const batteries = supplies.filter(
    (name) => at(name, 'type') === 'Battery' && at(name, 'scope') !== 'Device',
  )
  const mains = supplies.filter((name) => at(name, 'type') === 'Mains')
  if (batteries.length === 0) return false
  return mains.length > 0
    ? mains.every((name) => at(name, 'online') === '0')
    : batteries.some((name) => at(name, 'status') === 'Discharging')
}

function frequencyNotes({ text }: Pick<MachineReader, 'text'>): readonly string[] {
  const governor = text(`${CPUFREQ}/scaling_governor`)
  const driver = text(`${CPUFREQ}/scaling_driver`) ?? ''
  // Those two drivers call their usual, dynamic policy so.
  const isDynamic = driver === 'intel_pstate' || driver.startsWith('amd-pstate-epp')
  if (governor !== 'powersave' || isDynamic) return []
  return [
    'the frequency governor is powersave, which holds the processor at its lowest frequency: choose performance or schedutil',
  ]
}
