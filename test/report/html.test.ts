import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { renderHtml } from '../../src/report/html.ts'
import { evidenceFor } from './evidence.ts'
import { awkwardNames, hostileName } from './hostile.ts'
import { everyResult, resultOf, statusRow } from './result.ts'

test('the page needs no network and one script, and says so to the browser', () => {
  const page = renderHtml(everyResult, evidenceFor(everyResult))
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${digestOf(/<script>(.*?)<\/script>/s.exec(page)?.[1])}`,
    `style-src ${digestOf(/<style>(.*?)<\/style>/s.exec(page)?.[1])}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
  expect(page.match(/<script|<style/g)).toEqual(['<style', '<script'])
  expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
    /<link|<img|<iframe|\ssrc=|\shref="[^#]|url\(|@import|https?:|\sstyle=|\son[a-z]+=/,
  )
  expect(page).toContain('prefers-color-scheme:dark')
})

test('hostile text is text in every place that it can reach', () => {
  const rows = [hostileName, ...awkwardNames].map((name, index) =>
    statusRow({
      benchmark: name,
      dataset: name,
      arm: name,
      category: name,
      scale: name,
      status: 'invalid',
      id: `${name}${index}`,
      reason: name,
    }),
  )
  const [arm] = everyResult.arms
  if (arm === undefined) throw new Error('the fixture has arms')
  const { baseline } = arm.builds
  const hostile = resultOf(rows, {
    summary: { ...resultOf(rows).summary, headline: hostileName },
    troubles: [{ arm: hostileName, reason: hostileName }],
    placement: hostileName,
    filter: [hostileName],
    revisions: {
      baseline: { ref: hostileName, version: hostileName },
      candidate: { ref: hostileName, version: hostileName },
    },
    environment: {
      semantic: { [hostileName]: hostileName },
      performance: { [hostileName]: hostileName },
      provenance: { [hostileName]: hostileName },
    },
    arms: [
      {
        ...arm,
        name: hostileName,
        labels: { [hostileName]: hostileName },
        project_changes: [hostileName],
        builds: {
          baseline:
            baseline === null
              ? null
              : {
                  ...baseline,
                  reason: hostileName,
                  commands: [[hostileName]],
                  toolchain: { [hostileName]: hostileName },
                  lto: { kind: 'verified', evidence: hostileName, without: [hostileName] },
                },
          candidate: null,
        },
      },
    ],
    cross_arm: {
      arms: [],
      rows: [
        {
          benchmark: hostileName,
          dataset: hostileName,
          category: hostileName,
          arm: hostileName,
          against: hostileName,
          reason: hostileName,
          noise: null,
        },
      ],
    },
  })
  const page = renderHtml(hostile, evidenceFor(hostile))
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/<img|<\/td><\/details>/)
  expect(page.match(/<details[ >]/g)).toHaveLength(page.match(/<\/details>/g)?.length ?? 0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(page.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
  expect(page).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
  expect(page).toContain('Parser&lt;T&gt;')
})

test('what a failed build said keeps its lines', () => {
  const reason = 'the candidate does not build: c++ ended with 1:\nmain.cpp:3:1: error: <int>\n    ^'
  const failed = { ...everyResult, troubles: [{ arm: 'cpp', reason }] }
  expect(renderHtml(failed, evidenceFor(failed))).toContain(
    '<li class="said mono">cpp: the candidate does not build: c++ ended with 1:\nmain.cpp:3:1: error: &lt;int&gt;\n    ^</li>',
  )
})

test('the command under Reproduce stands in lines that a shell joins', () => {
  const page = renderHtml(everyResult, evidenceFor(everyResult))
  const [, command = ''] = /<pre><code>(pairgate run [^<]*)</.exec(page) ?? []
  expect(command.split(' \\\n').length).toBeGreaterThan(1)
  expect(command).not.toContain('\\n')
})

test('both binaries, their digests, flags and commands can be read', () => {
  const page = renderHtml(everyResult, evidenceFor(everyResult))
  for (const text of [
    'a1'.repeat(32),
    'b2'.repeat(32),
    '-flto -ffile-prefix-map=/build=/src',
    'build-candidate',
    'vendor/fast.S.o',
  ]) {
    expect(page).toContain(text)
  }
})

function digestOf(content = ''): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
