import type { Reporter, TestModule } from 'vitest/node'

/** Ends the output with the plain line `N passed, N failed`, which continuous integration reads. */
export default class PlainClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0
    let failed = unhandledErrors.length
    let skipped = 0
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'failed') failed += 1
        else skipped += 1
      }
    }
    const tail = skipped > 0 ? `, ${skipped} skipped` : ''
    console.log(`\n${passed} passed, ${failed} failed${tail}`)
  }
}
