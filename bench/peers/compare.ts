import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { perform } from './process.ts'
import type { Comparison } from './record.ts'
import type { Planned } from './schedule.ts'
import { type Case, type Ended, type Judgement, noVerdict, type Tool } from './tool.ts'

/** Makes one comparison: its steps one after the other, timed from the start of the first to the end of the last. */
export async function compare(
  tool: Tool,
  planned: Planned,
  builds: Pick<Case, 'baseline' | 'candidate'>,
  order: number,
): Promise<Comparison> {
  const scratch = mkdtempSync(join(tmpdir(), 'pairgate-peers-'))
  try {
    const start = performance.now()
    const last = await performAll(tool, { ...builds, plant: planned.plant, scratch })
    const seconds = Math.round(performance.now() - start) / 1000
    const { verdicts, changePct, reason } = judge(tool, last, scratch)
    return {
      kind: 'comparison',
      ...planned,
      order,
      verdicts,
      change_pct: changePct === null ? null : Number(changePct.toFixed(3)),
      seconds,
      ...(reason === undefined ? {} : { reason }),
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Stops at the first step that fails. */
async function performAll(tool: Tool, one: Case): Promise<Ended> {
  let last: Ended = { code: null, stdout: '', stderr: 'no step' }
  for (const step of tool.steps(one)) {
    last = await perform(step)
    if (!succeeded(tool, last)) return last
  }
  return last
}

function succeeded({ exitCodes }: Tool, { code }: Ended): boolean {
  return code !== null && exitCodes.includes(code)
}

function judge(tool: Tool, last: Ended, scratch: string): Judgement {
  if (!succeeded(tool, last))
    return noVerdict(tool.rules, `exit code ${last.code}: ${oneLine(last.stderr).slice(-200)}`)
  try {
    return tool.judge(last, tool.leaves === undefined ? '' : readFileSync(join(scratch, tool.leaves), 'utf8'))
  } catch (error) {
    return noVerdict(tool.rules, oneLine(String(error)).slice(0, 200))
  }
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
