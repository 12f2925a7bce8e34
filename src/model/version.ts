/** This pairgate's version, as recorded in every run; a test holds it to package.json. */
export const version = '0.1.0'
