import { type Ended, type Judgement, noVerdict, type Tool } from '../tool.ts'

const RULE = 'exit code'

/** The line of the one benchmark: `call [ 43.6 us ... 48.1 us ] +10.48%*`, with a star where it is significant. */
const LINE = /^\S*call\s+\[.*\]\s+([+-][\d.]+)%(\*?)$/m

/** Tango exits with 1 on a significant regression. */
export function judgeTango({ code, stdout }: Ended): Judgement {
  const found = LINE.exec(stdout)
  if (found === null) return noVerdict([RULE], 'no line of results')
  const changePct = Number(found[1])
  if (code === 1) return { verdicts: { [RULE]: 'slower' }, changePct }
  return { verdicts: { [RULE]: found[2] === '*' ? 'faster' : 'same' }, changePct }
}

/** The candidate runs beside the baseline, which it is given the path of. */
function tango(name: string, perRound: number, args: readonly string[]): Tool {
  return {
    name,
    rules: [RULE],
    perRound,
    needs: { cargo: 'cargo' },
    steps: ({ baseline, candidate }) => [
      {
        program: `${candidate}/with_tango`,
        args: ['compare', `${baseline}/with_tango`, ...args],
      },
    ],
    exitCodes: [0, 1],
    judge: judgeTango,
  }
}

/** As it comes, 0.1 s a benchmark, and with the one second that its documentation speaks of. */
export const tangos = [tango('tango', 4, []), tango('tango, 1 s', 2, ['--time', '1'])]
