import { expect, test } from 'vitest'
import { cpusIn } from '../../src/host/cpu-list.ts'
import { loadBetween, readLoad } from '../../src/host/cpu-time.ts'
import { powerNotes } from '../../src/host/power.ts'

/** Answers from recorded texts by path. */
function recorded(texts: Readonly<Record<string, string>>) {
  return {
    text: (path: string) => texts[path] ?? null,
    list: (path: string) => [
      ...new Set(
        Object.keys(texts)
          .filter((name) => name.startsWith(`${path}/`))
          .map((name) => name.slice(path.length + 1).split('/')[0] ?? ''),
      ),
    ],
  }
}

const STATUS = 'Name:\tnode\nCpus_allowed_list:\t1-2\n'

/** utime 100, stime 20, cutime 300, cstime 40: 460 ticks. */
const own = (cutime: number) =>
  `77 (a (b) c) S 1 77 77 0 -1 4194304 101 0 0 0 100 20 ${cutime} 40 20 0 11 0 1908757 3133440`

const BEFORE = {
  '/proc/stat': `cpu  0 0 0 0 0 0 0 0 0 0
cpu0 5000 0 0 0 0 0 0 0 0 0
cpu1 1000 50 100 8000 20 5 5 10 500 0
cpu2 1000 50 100 8000 20 5 5 10 0 0
procs_running 1
`,
  '/proc/self/stat': own(300),
  '/proc/self/status': STATUS,
  '/sys/fs/cgroup/cpu.stat': 'usage_usec 1\nnr_periods 10\nnr_throttled 2\nthrottled_usec 5',
}

// CPU 1: 100 more user, 20 more stolen, 80 idle; CPU 2: 60 more user, 130 idle, 10 waiting for a disk.
// Of 400 ticks 180 were busy, 80 of them ours: 100 of 400.
const AFTER = {
  ...BEFORE,
  '/proc/stat': `cpu0 9000 0 0 0 0 0 0 0 0 0
cpu1 1100 50 100 8080 20 5 5 30 500 0
cpu2 1060 50 100 8130 30 5 5 10 0 0
procs_running 3
`,
  '/proc/self/stat': own(380),
  '/sys/fs/cgroup/cpu.stat': 'nr_throttled 5',
}

function reading(texts: Readonly<Record<string, string>>) {
  const found = readLoad(recorded(texts))
  if (found === null) throw new Error('nothing was read')
  return found
}

test('what others took is told of the CPUs that may be used, without what this run took itself', () => {
  expect(loadBetween(reading(BEFORE), reading(AFTER))).toEqual({
    cpus: 2,
    others_pct: 25,
    runnable: 2,
    throttled: null,
    quota_stops: 3,
    temperature_c: null,
  })
})

test('an isolated CPU that only a placement leads to is watched as well', () => {
  const isolated = {
    '/proc/self/cgroup': '0::/',
    '/sys/fs/cgroup/cpuset.cpus.effective': '1-3',
    '/sys/devices/system/cpu/isolated': '3',
  }
  const busy = 'cpu3 900 0 0 100 0 0 0 0 0 0\n'
  const idle = 'cpu3 500 0 0 100 0 0 0 0 0 0\n'
  const before = reading({ ...BEFORE, ...isolated, '/proc/stat': BEFORE['/proc/stat'] + idle })
  const after = reading({ ...AFTER, ...isolated, '/proc/stat': AFTER['/proc/stat'] + busy })
  // 400 ticks more than on the other two, all of them busy.
  expect(loadBetween(before, after)).toMatchObject({ cpus: 3, others_pct: 62.5 })
})

test('stops of a share of CPU time are counted in every group that this process lies in', () => {
  const group = '/sys/fs/cgroup/system.slice/runner.service'
  const grouped = (stops: number) => ({
    '/proc/self/cgroup': '0::/system.slice/runner.service',
    [`${group}/cpu.stat`]: `nr_throttled ${stops}`,
  })
  // The root has 2 before and 5 after.
  expect(
    loadBetween(reading({ ...BEFORE, ...grouped(1) }), reading({ ...AFTER, ...grouped(11) }))?.quota_stops,
  ).toBe(13)
})

test('what all descendants took is ours, also of those that wait for children of their own', () => {
  const stat = (pid: number, parent: number, used: number) =>
    `${pid} (launcher) S ${parent} ${pid} ${pid} 0 -1 4194304 101 0 0 0 ${used} 0 0 0 20 0 11 0 1908757 3133440`
  const family = (used: number) => ({
    '/proc/80/stat': stat(80, 77, 1),
    '/proc/81/stat': stat(81, 80, used),
    '/proc/90/stat': stat(90, 1, 5 * used),
  })
  const before = reading({ ...BEFORE, ...family(10) })
  const after = reading({ ...AFTER, ...family(70) })
  // Of 180 busy ticks 80 were our own and 60 those of a grandchild.
  expect(loadBetween(before, after)?.others_pct).toBe(10)
})

test('a system without /proc tells nothing, and neither does a span of nothing', () => {
  expect(readLoad(recorded({}))).toBeNull()
  expect(loadBetween(reading(BEFORE), reading(BEFORE))).toBeNull()
})

test('the warmest sensor of the processor and all of its stops for heat are told', () => {
  const sensors = (count: number) => ({
    '/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count': String(count),
    '/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count': '4',
    '/sys/devices/system/cpu/cpufreq/boost': '1',
    '/sys/class/thermal/thermal_zone0/type': 'acpitz',
    '/sys/class/thermal/thermal_zone0/temp': '99000',
    '/sys/class/thermal/thermal_zone1/type': 'x86_pkg_temp',
    '/sys/class/thermal/thermal_zone1/temp': '61500',
  })
  const load = loadBetween(reading({ ...BEFORE, ...sensors(7) }), reading({ ...AFTER, ...sensors(9) }))
  expect(load).toMatchObject({ throttled: 2, temperature_c: 61.5 })
})

test('lists of CPUs are read as the kernel writes them', () => {
  expect(cpusIn('0-2,5,8-9')).toEqual([0, 1, 2, 5, 8, 9])
  expect(cpusIn('')).toBeNull()
})

const GOVERNOR = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'
const DRIVER = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver'
const BATTERY = { '/sys/class/power_supply/BAT0/type': 'Battery', '/sys/class/power_supply/AC/type': 'Mains' }

test.each([
  ['a battery while the mains are off', { ...BATTERY, '/sys/class/power_supply/AC/online': '0' }, /battery/],
  [
    'a battery alone that is being emptied',
    {
      '/sys/class/power_supply/BAT0/type': 'Battery',
      '/sys/class/power_supply/BAT0/status': 'Discharging',
    },
    /battery/,
  ],
  ['powersave as the lowest frequency', { [GOVERNOR]: 'powersave', [DRIVER]: 'acpi-cpufreq' }, /powersave/],
])('%s is a note', (_, texts, note) => {
  expect(powerNotes(recorded(texts))).toEqual([expect.stringMatching(note)])
})

test.each([
  ['nothing that is known', {}],
  ['a battery beside the mains', { ...BATTERY, '/sys/class/power_supply/AC/online': '1' }],
  [
    "a mouse's battery",
    { '/sys/class/power_supply/m/type': 'Battery', '/sys/class/power_supply/m/scope': 'Device' },
  ],
  ['powersave as a dynamic policy', { [GOVERNOR]: 'powersave', [DRIVER]: 'intel_pstate' }],
])('%s is none', (_, texts) => {
  expect(powerNotes(recorded(texts))).toEqual([])
})
