import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileCpp, compileRust, firstBlock, root, run, scratch } from './programs.ts'
import { spoken } from './talk.ts'

const libraries = [
  {
    readme: 'harness/cpp/README.md',
    language: 'cpp',
    compile: (source: string, directory: string) => compileCpp('g++', source, directory),
  },
  { readme: 'harness/rust/README.md', language: 'rust', compile: compileRust },
] as const

describe.each(libraries)('the example of $readme', ({ readme, language, compile }) => {
  test('has at most twenty lines', async () => {
    const example = await firstBlock(readme, language)
    expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
  })

  test('compiles and answers the commands that are printed below it', async () => {
    await using workplace = await scratch()
    const program = await compile(await firstBlock(readme, language), workplace.path)
    const commands = (await firstBlock(readme, 'sh')).trimEnd().split('\n')
    const [list, validate, measure] = await Promise.all(
      commands.map((command) => run(program, command.split(' ').slice(1))),
    )
    expect(commands).toHaveLength(3)

    const rows = spoken.readList(list?.stdout ?? '')
    expect(rows.kind === 'ok' && rows.value.map((row) => `${row.benchmark}/${row.scale}`)).toEqual([
      'largest/1000',
      'largest/100000',
      'sort/1000',
    ])
    expect(spoken.readValidation(validate?.stdout ?? '')).toMatchObject({
      kind: 'ok',
      value: { output: '999', expected: '999' },
    })
    expect(spoken.readMeasurement(measure?.stdout ?? '', 100)).toMatchObject({
      kind: 'ok',
      value: { iterations: 100, output: '999' },
    })
  })
})

test("the README's own types compile", async () => {
  await using workplace = await scratch()
  const cpp = await readFile(join(root, 'harness/cpp/README.md'), 'utf8')
  const type = cpp.split('\n```cpp\n')[2]?.split('\n```')[0] ?? ''
  const source = `#include <pairgate.hpp>
${type}
int main() { return pairgate::Fingerprint().add(Matrix{1, {2.0}}).size() == 24 ? 0 : 1; }
`
  expect((await run(await compileCpp('clang++', source, workplace.path), [])).code).toBe(0)
})
