import { type ChildProcess, spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import type { Command } from '../model/process.ts'

/** How a started process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: string | null
  readonly endedMs: number
  /** What the launcher told of it; empty where it told nothing. */
  readonly report: string
}

/** A process that runs, and how it will have ended. */
export interface Started {
  readonly pid: number
  readonly exit: Promise<Exit>
  /** Waits no longer for an end that is not told: `exit` is then that of a killed process. */
  readonly abandon: () => void
}

/** What a launcher is to start, and where what is written goes. */
export interface LaunchRequest extends Pick<Command, 'cwd' | 'env' | 'stdin'> {
  /** The launcher's arguments: limit, CPU, counting, the program and its own. */
  readonly args: readonly string[]
  /** Descriptors of this process that the program writes into. */
  readonly stdout: number
  readonly stderr: number
}

/** A service that starts nothing for so long is stopped or stuck. */
const ANSWER_MS = 10_000

/** What is waited for an answer once the run is interrupted. */
const INTERRUPTED_MS = 1000

/** A running `launcher serve`, which starts a process without the fork of this large one. */
export class LaunchService {
  readonly #server: ChildProcess
  readonly #starting: ((started: Started | null) => void)[] = []
  readonly #running = new Map<number, { readonly end: (exit: Exit) => void; report: string }>()
  #isGone = false

  /** Starts the service. It keeps this process from ending only while something that it started runs. */
  constructor(launcher: string) {
    this.#server = spawn(launcher, ['serve'], { env: {}, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
    this.#server.unref()
    this.#server.once('error', () => this.#leave())
    this.#server.once('close', () => this.#leave())
    const { stdin, stdout } = this.#server
    stdin?.on('error', () => this.#leave())
    if (stdin instanceof Socket) stdin.unref()
    if (stdout !== null) createInterface({ input: stdout }).on('line', (line) => this.#hear(line))
    this.#rest()
  }

  /** Starts a launcher in a session of its own; null where the service cannot, and from the day that it is gone. */
  start(request: LaunchRequest): Promise<Started | null> {
    const { stdin, stdout } = this.#server
    if (this.#isGone || stdin === null) return Promise.resolve(null)
    if (stdout instanceof Socket) stdout.ref()
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#leave(), ANSWER_MS)
      this.#starting.push((started) => {
        clearTimeout(timer)
        resolve(started)
      })
      stdin.write(encoded(request))
    })
  }

  /** The run is interrupted: what has not been started soon never will be. */
  interrupt(): void {
    setTimeout(() => this.#leave(), INTERRUPTED_MS).unref()
  }

  #hear(line: string): void {
    const [word, ...rest] = line.split(' ')
    const [number = 0, how = 0] = rest.map(Number)
    switch (word) {
      case 'started': {
        const exit = new Promise<Exit>((end) => this.#running.set(number, { end, report: '' }))
        this.#starting.shift()?.({ pid: number, exit, abandon: () => this.#leave() })
        break
      }
      case 'refused':
        this.#starting.shift()?.(null)
        break
      case 'told': {
        const told = this.#running.get(number)
        if (told !== undefined) told.report = rest.slice(1).join(' ')
        break
      }
      case 'exited':
        this.#end(number, how, null)
        break
      case 'killed':
        this.#end(number, null, nameOfSignal(how))
    }
    this.#rest()
  }

  #end(pid: number, code: number | null, signal: string | null): void {
    const running = this.#running.get(pid)
    this.#running.delete(pid)
    running?.end({ code, signal, endedMs: performance.now(), report: running.report })
  }

  /** With nothing left to wait for, the answers hold this process up no longer. */
  #rest(): void {
    const { stdout } = this.#server
    if (this.#starting.length + this.#running.size === 0 && stdout instanceof Socket) stdout.unref()
  }

  #leave(): void {
    this.#isGone = true
    this.#server.kill('SIGKILL')
    for (const answer of this.#starting.splice(0)) answer(null)
    for (const pid of [...this.#running.keys()]) this.#end(pid, null, 'SIGKILL')
  }
}

/** The number of bytes in a line, then each text with a zero after it, in the order that `launcher.c` names. */
function encoded({ cwd, env, stdin, stdout, stderr, args }: LaunchRequest): Buffer {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const files = [stdin ?? '/dev/null', ...[stdout, stderr].map(ownDescriptor)]
  const texts = [cwd, ...files, String(variables.length), ...variables, ...args]
  const payload = Buffer.from(texts.map((text) => `${text}\0`).join(''))
  return Buffer.concat([Buffer.from(`${payload.length}\n`), payload])
}

/** A descriptor of this process, as a path that another one can open. */
function ownDescriptor(descriptor: number): string {
  return `/proc/${process.pid}/fd/${descriptor}`
}

function nameOfSignal(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`
}
