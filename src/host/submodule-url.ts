/** The address of a submodule: as `.gitmodules` has it, or where that is relative, against the project's own. */
export function resolveSubmoduleUrl(url: string, project: string): string {
  if (!/^\.\.?\//.test(url)) return url
  let base = project.replace(/\/+$/, '')
  let rest = url
  for (let step = /^\.\.?\/+/.exec(rest)?.[0]; step !== undefined; step = /^\.\.?\/+/.exec(rest)?.[0]) {
    rest = rest.slice(step.length)
    if (step.startsWith('..')) base = withoutLast(base)
  }
  return base.endsWith(':') ? `${base}${rest}` : `${base}/${rest}`
}

/** `host:group/project` loses `project` first, then `group`, but never the host. */
function withoutLast(base: string): string {
  const slash = base.lastIndexOf('/')
  if (slash > 0 && base[slash - 1] !== '/') return base.slice(0, slash)
  const colon = base.lastIndexOf(':')
  return colon > 0 && slash < 0 ? base.slice(0, colon + 1) : base
}

/** An address without the name and password that it may carry: a runner's token must not reach another project. */
export function withoutCredentials(url: string): string {
  return url.replace(/^(https?:\/\/)[^/]*@/i, '$1')
}
