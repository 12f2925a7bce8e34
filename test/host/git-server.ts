import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Serves every repository below `directory` by git's own protocol until it is disposed; `url` is its root. */
export async function serveRepositories(directory: string): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort()
  const server = spawn(
    'git',
    ['daemon', '--export-all', `--base-path=${directory}`, '--listen=127.0.0.1', `--port=${port}`, directory],
    { stdio: 'ignore', detached: true },
  )
  const ended = once(server, 'exit')
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`git daemon ended with code ${server.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url: `git://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      // git starts the daemon as a child: the whole group ends.
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
