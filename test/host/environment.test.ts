import { expect, test } from 'vitest'
import { cleanEnvironment } from '../../src/host/environment.ts'

test('tools, homes, proxies and certificates pass', () => {
  const source = {
    PATH: '/bin',
    HOME: '/home/u',
    CARGO_HOME: '/c',
    RUSTUP_HOME: '/r',
    RUSTUP_TOOLCHAIN: 'stable',
    RUSTUP_DIST_SERVER: 'https://mirror.invalid',
    https_proxy: 'http://p',
    NO_PROXY: 'localhost',
    SSL_CERT_FILE: '/etc/cert',
  }
  expect(cleanEnvironment(source, [])).toEqual({ ...source, LC_ALL: 'C.UTF-8' })
})

test('what is not on the list stays behind, until the configuration names it', () => {
  const source = { CC: 'clang', EDITOR: 'vi', NODE_OPTIONS: '--inspect', RUSTFLAGS: '-C debuginfo=2' }
  expect(cleanEnvironment(source, [])).toEqual({ LC_ALL: 'C.UTF-8' })
  expect(cleanEnvironment(source, ['CC', 'CXX'])).toEqual({ CC: 'clang', LC_ALL: 'C.UTF-8' })
})

test.each([
  'GITHUB_ENV',
  'GITHUB_TOKEN',
  'ACTIONS_RUNTIME_URL',
  'ACTIONS_ID_TOKEN_REQUEST_URL',
  'INPUT_CONFIG',
  'RUNNER_TEMP',
  'CARGO_REGISTRY_TOKEN',
  'NPM_TOKEN',
  'MY_SECRETS',
  'AWS_ACCESS_KEY_ID',
  'SSH_KEY',
  'DB_PASSWORD',
  'npm_config_token',
  'RUSTUP_TOKEN',
])('%s never passes, even where it is named', (name) => {
  expect(cleanEnvironment({ [name]: 'x' }, [name])).toEqual({ LC_ALL: 'C.UTF-8' })
})

test("the user's locale is replaced", () => {
  const source = { LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', LC_NUMERIC: 'de_DE.UTF-8' }
  expect(cleanEnvironment(source, ['LC_ALL'])).toEqual({ LC_ALL: 'C.UTF-8' })
})

test('the order of the variables does not depend on the order they came in', () => {
  const one = cleanEnvironment({ PATH: '/bin', HOME: '/h', TZ: 'UTC' }, [])
  const other = cleanEnvironment({ TZ: 'UTC', HOME: '/h', PATH: '/bin' }, [])
  expect(Object.keys(one)).toEqual(Object.keys(other))
})
