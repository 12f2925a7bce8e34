import { isRefusedVariable } from '../model/variable.ts'

/** What builds and benchmarks need of the user's environment: tools, homes, proxies and certificates. */
const ALLOWED = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'TMPDIR',
  'TZ',
  'LD_LIBRARY_PATH',
  'CARGO_HOME',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CURL_CA_BUNDLE',
  'CARGO_HTTP_CAINFO',
])

const ALLOWED_PATTERN = /^(RUSTUP_.+|(https?|no|all)_proxy|(HTTPS?|NO|ALL)_PROXY)$/

/** The environment for builds and benchmarks: built up from the allow-list and `pass`, in an order of its own. */
export function cleanEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  pass: readonly string[],
): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const name of Object.keys(source).sort()) {
    const value = source[name]
    if (value === undefined || isRefusedVariable(name)) continue
    if (ALLOWED.has(name) || ALLOWED_PATTERN.test(name) || pass.includes(name)) clean[name] = value
  }
  // Numbers are printed with a decimal point, and messages in English, whatever the user's locale is.
  clean.LC_ALL = 'C.UTF-8'
  return clean
}
