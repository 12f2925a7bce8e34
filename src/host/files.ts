import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files } from '../model/host.ts'

/** The machine's files; `realPath` resolves every symbolic link. */
export function createFiles(): Files {
  return {
    exists,
    readBytes: (path) => readFile(path),
    readText: (path) => readFile(path, 'utf8'),
    writeText: (path, text) => writeFile(path, text),
    makeDirectory: async (path) => {
      await mkdir(path, { recursive: true })
    },
    listRecursively,
    remove: (path) => rm(path, { recursive: true, force: true }),
    size: async (path) => (await stat(path)).size,
    sha256,
    realPath: (path) => realpath(path),
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

async function listRecursively(directory: string): Promise<readonly string[]> {
  const found: string[] = []
  const pending = [directory]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      const path = join(next, entry.name)
      if (entry.isDirectory()) pending.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
