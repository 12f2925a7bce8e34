import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cmakeCommands } from '../../src/init/cmake-commands.ts'

function shown(text: string): readonly (readonly string[])[] {
  return cmakeCommands(text).map(({ name, args }) => [name, ...args.map((argument) => argument.text)])
}

test.each([
  ['add_executable(a b.cpp)', [['add_executable', 'a', 'b.cpp']]],
  ['ADD_Executable (\n  a\n\tb.cpp\r\n)', [['add_executable', 'a', 'b.cpp']]],
  ['set(X a;b)', [['set', 'X', 'a', 'b']]],
  ['set(X "a;b c")', [['set', 'X', 'a;b c']]],
  ['set(X "say \\"hi\\"\\n")', [['set', 'X', 'say "hi"\n']]],
  ['set(X "one\\\ntwo")', [['set', 'X', 'onetwo']]],
  ['set(X [[a ) "b]] [==[c]]d]==])', [['set', 'X', 'a ) "b', 'c]]d']]],
  ['set(X [[\nfirst line is dropped]])', [['set', 'X', 'first line is dropped']]],
  ['set(X a # one ) word\n b)', [['set', 'X', 'a', 'b']]],
  ['#[[ add_executable(a b) \n]] set(X y)', [['set', 'X', 'y']]],
  ['# add_executable(a b)\nset(X y)', [['set', 'X', 'y']]],
  ['if((A AND B) OR NOT C)\nendif()', [['if', '(', 'A', 'AND', 'B', ')', 'OR', 'NOT', 'C'], ['endif']]],
  ['add_definitions(-DX="a b")', [['add_definitions', '-DX="a b"']]],
  ['target_link_libraries(a $<BUILD_INTERFACE:b>)', [['target_link_libraries', 'a', '$<BUILD_INTERFACE:b>']]],
])('%j', (text, commands) => {
  expect(shown(text)).toEqual(commands)
})

test('a command knows its line', () => {
  const text = '# one\n\nset(X "a\nb")\nadd_executable(\n  a)\n'
  expect(cmakeCommands(text).map(({ line }) => line)).toEqual([3, 5])
})

test.each(['set(X "never closed', 'set(X', 'set', '", set(A b)', ')))', '[[', '#[[ never closed'])(
  '%j is passed over without harm',
  (text) => {
    expect(() => cmakeCommands(text)).not.toThrow()
  },
)

test('whatever stands in a file is read to its end', () => {
  const piece = fc.constantFrom('set', '(', ')', '"', '[[', ']]', '#', '\\', '\n', ' ', 'a', `\${X}`, ';')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { line } of cmakeCommands(pieces.join(''))) {
        expect(line).toBeLessThanOrEqual(pieces.filter((one) => one === '\n').length + 1)
      }
    }),
  )
})
