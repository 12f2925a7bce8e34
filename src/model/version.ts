import packageJson from '../../package.json' with { type: 'json' }

/** This pairgate's version, as recorded in every run. */
export const version: string = packageJson.version
