import { expect, test } from 'vitest'
import { githubServer } from '../github/server.ts'
import { toyFiles, toyRepository, toySource } from '../toy-repository.ts'
import { push } from './events.ts'
import { runJob } from './job.ts'

const FORGED = [
  '::error title=forged::x',
  '  ::set-env name=A::b\r::add-mask::c',
  '##[error]d',
  '::set-output name=conclusion::pass',
  '::notice::forged',
  '::stop-commands::forged',
  // What a reader may trim, or take for the end of a line.
  ...['\u0085', '\u00ad', '\u00a0', '\ufeff', '\u200b', '\u2028', 'x\u2028', 'x\u0085'].map(
    (hidden) => `${hidden}::set-output name=forged::1`,
  ),
  '##\u00ad[error]e',
  '#\u00ad#[error]f',
  ':\u00ad:set-output name=forged::1',
]

/** Lines that the runner may take for commands, as leniently as it may be read. */
function commandsIn(log: string): string[] {
  return log
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .filter(
      (line) => /^[^\x21-\x7e]*:[^\x21-\x7e]*:/.test(line) || /#[^\x20-\x7e]*#[^\x20-\x7e]*\[/.test(line),
    )
}

const OURS =
  /^::(group::(Build|Measure)|endgroup::|error title=pairgate[^:]*::|warning title=pairgate[^:]*::)/

test('what builds and benchmarks print is never taken for a command of ours', async () => {
  using repository = toyRepository()
  const text = FORGED.join('\n')
  const script = `cat forged.txt\ncat forged.txt >&2\n${toyFiles(2000)['bench/build.sh']}`
  const base = repository.commit({
    ...toyFiles(2000),
    'bench/build.sh': script,
    'bench/forged.txt': `${text}\n`,
  })
  const literal = JSON.stringify(text)
  const hostile = `std::fputs(${literal}, stderr);
  suite.add(${literal}, "forged", {1}, [](pairgate::Random&, std::uint64_t s) { return s; },
      [](const std::uint64_t& s) { return s; }).unsupported(${literal});`
  const head = repository.commit({
    'bench/main.cpp': toySource(20_000, 'sum', hostile).replace('#include', '#include <cstdio>\n#include'),
  })
  await using server = await githubServer()
  const event = push(base, head)
  const job = await runJob({ workspace: repository.directory, server, event })
  expect(job.stdout).toContain('title=forged')
  expect(job.outputs.conclusion).toBe('regression')
  expect(job.outputs).not.toHaveProperty('forged')
  expect(commandsIn(job.stdout).filter((line) => !OURS.test(line))).toEqual([])
})
