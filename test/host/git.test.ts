import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GitError, git } from '../../src/host/git.ts'
import { UserError } from '../../src/model/failure.ts'
import { realRepository } from './real-repository.ts'

/** Asks git for the environment that its children get. */
function childEnvironment(directory: string, source: Readonly<Record<string, string>>): Promise<string> {
  return git(directory, ['-c', 'alias.environment=!env', 'environment'], { source })
}

test('git gets what it needs of the environment and no token', async () => {
  using repository = realRepository()
  const source = {
    PATH: process.env.PATH ?? '',
    HOME: '/home/someone',
    https_proxy: 'http://proxy.invalid',
    GIT_DIR: '/elsewhere',
    GIT_CONFIG_PARAMETERS: "'http.extraheader=secret'",
    GITHUB_TOKEN: 'secret',
    ACTIONS_RUNTIME_TOKEN: 'secret',
  }
  const environment = await childEnvironment(repository.directory, source)
  expect(environment).toMatch(/^HOME=\/home\/someone$/m)
  expect(environment).toMatch(/^https_proxy=http:\/\/proxy\.invalid$/m)
  expect(environment).toMatch(/^GIT_TERMINAL_PROMPT=0$/m)
  expect(environment).not.toMatch(/secret|elsewhere/)
})

test('a failure is an error with what git said', async () => {
  using repository = realRepository()
  const failing = git(repository.directory, ['cat-file', '-t', 'nothing'])
  await expect(failing).rejects.toThrow(GitError)
  await expect(failing).rejects.toThrow(/git cat-file -t nothing failed with code 128: fatal: .*nothing/)
})

test('a directory that is not there is an error for the user', async () => {
  await expect(git('/nowhere/at/all', ['status'])).rejects.toThrow(UserError)
})

test('hooks of the repository do not run', async () => {
  using repository = realRepository()
  repository.commit({ 'a.txt': 'one' })
  repository.write({ '.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n' })
  chmodSync(join(repository.directory, '.git/hooks/pre-commit'), 0o755)
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid']
  await git(repository.directory, [...identity, 'commit', '--quiet', '--allow-empty', '--message', 'Two'])
  expect(repository.git('log', '-1', '--format=%s')).toBe('Two')
})
