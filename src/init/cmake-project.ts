import type { Condition } from './cmake-frames.ts'

/** An executable target as the CMake files describe it. */
export interface Executable {
  readonly name: string
  /** What tells it from other targets. */
  readonly key: string
  readonly file: string
  readonly line: number
  /** The directory of its project's uppermost CMakeLists.txt with `project()`; null where there is none. */
  readonly source: string | null
  readonly directory: string
  /** What must hold for it to be there. */
  readonly conditions: readonly Condition[]
  /** The function or loop that it stands in. */
  readonly inside: string | null
  /** The files of the repository that it is said to be made of. */
  readonly sources: readonly string[]
}

/** What the CMake files say that begin in one directory. */
export interface CmakeProject {
  readonly executables: readonly Executable[]
  /** The libraries that are made of the repository's own sources. */
  readonly libraries: ReadonlySet<string>
  /** What each target links, by the target's key. */
  readonly links: ReadonlyMap<string, readonly Link[]>
  /** The directories that are added. */
  readonly directories: readonly string[]
}

/** A library that a target links, and where that stands. */
export interface Link {
  readonly library: string
  readonly file: string
  readonly line: number
  /** Whether what links the target links it too. */
  readonly isPublic: boolean
}

/** Every library that a target links, those of its libraries too. */
export function linksOf(key: string, project: CmakeProject): readonly Link[] {
  const found: Link[] = []
  const seen = new Set([key])
  const pending = [...(project.links.get(key) ?? [])]
  for (let link = pending.pop(); link !== undefined; link = pending.pop()) {
    found.push(link)
    if (seen.has(link.library)) continue
    seen.add(link.library)
    pending.push(...(project.links.get(link.library) ?? []).filter(({ isPublic }) => isPublic))
  }
  return found
}
