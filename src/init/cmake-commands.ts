/** One argument of a command, without its quotes or brackets. */
export interface CmakeArgument {
  readonly text: string
  readonly kind: 'unquoted' | 'quoted' | 'bracket'
}

/** One command of a CMake file. */
export interface CmakeCommand {
  /** In lower case: CMake tells no case apart. */
  readonly name: string
  readonly args: readonly CmakeArgument[]
  readonly line: number
}

/** A piece of a CMake file; comments and space are none. */
type Token = CmakeArgument & { readonly line: number }

const SKIPPED = /#\[(=*)\[[\s\S]*?\]\1\]|#[^\n]*|[\s;]+/y
const BRACKET = /\[(=*)\[\n?([\s\S]*?)\]\1\]/y
const QUOTED = /"((?:\\[\s\S]|[^"\\])*)"/y
const PARENTHESIS = /[()]/y
const UNQUOTED = /(?:\\[\s\S]|[^\s()#"\\;])+(?:"[^"\n]*"(?:\\[\s\S]|[^\s()#"\\;])*)*/y

/** The commands of a CMake file in their order. What is no command is passed over: CMake itself would say so. */
export function cmakeCommands(text: string): readonly CmakeCommand[] {
  const tokens = tokensOf(text)
  const commands: CmakeCommand[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const name = tokens[at]
    if (name === undefined || !isName(name) || !isParenthesis(tokens[at + 1], '(')) continue
    const end = closing(tokens, at + 1)
    commands.push({ name: name.text.toLowerCase(), args: tokens.slice(at + 2, end), line: name.line })
    at = end
  }
  return commands
}

function isName(token: Token): boolean {
  return token.kind === 'unquoted' && /^[A-Za-z_]\w*$/.test(token.text)
}

function isParenthesis(token: Token | undefined, text: '(' | ')'): boolean {
  return token?.kind === 'unquoted' && token.text === text
}

/** Where the parenthesis that opens at `start` is closed; the end where it never is. */
function closing(tokens: readonly Token[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    if (isParenthesis(tokens[at], '(')) depth += 1
    if (isParenthesis(tokens[at], ')')) depth -= 1
    if (depth === 0) return at
  }
  return tokens.length
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let line = 1
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at)
    if (token.argument !== null) tokens.push({ ...token.argument, line })
    line += text.slice(at, at + token.length).split('\n').length - 1
    at += token.length
  }
  return tokens
}

function tokenAt(text: string, at: number): { argument: CmakeArgument | null; length: number } {
  const skipped = match(SKIPPED, text, at)
  if (skipped !== null) return { argument: null, length: skipped[0].length }
  const bracket = match(BRACKET, text, at)
  if (bracket !== null) {
    return { argument: { text: bracket[2] ?? '', kind: 'bracket' }, length: bracket[0].length }
  }
  const quoted = match(QUOTED, text, at)
  if (quoted !== null) {
    return { argument: { text: unescaped(quoted[1] ?? ''), kind: 'quoted' }, length: quoted[0].length }
  }
  const plain = match(PARENTHESIS, text, at) ?? match(UNQUOTED, text, at)
  if (plain !== null) {
    return { argument: { text: unescaped(plain[0]), kind: 'unquoted' }, length: plain[0].length }
  }
  return { argument: null, length: 1 }
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\n': '' }

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character)
}
