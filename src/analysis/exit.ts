import type { Result } from '../model/result.ts'
import type { ExitCode } from '../model/verdict.ts'

/** 0: no confirmed regression; 1: a confirmed regression; 2: trouble, which outranks it. */
export function exitCodeOf({ conclusion }: Pick<Result, 'conclusion'>): ExitCode {
  switch (conclusion) {
    case 'pass':
      return 0
    case 'regression':
      return 1
    case 'wrong-result':
    case 'invalid':
    case 'incomplete':
      return 2
  }
}
