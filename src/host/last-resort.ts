/**
 * Keeps the exit code 1 for confirmed regressions: an error that nobody caught says so and ends the process with 2.
 * Whoever reads our output may leave early, as `head` does: that ends nothing.
 */
export function holdExitCode(process: NodeJS.Process, say: (error: unknown) => void): void {
  const end = (error: unknown): void => {
    say(error)
    process.exit(2)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') end(error)
    })
  }
}
