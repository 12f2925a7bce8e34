import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/reporter.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Builds and measurements compete for cores; two files at a time is what a small runner has.
    maxWorkers: 2,
  },
})
