/** What was asked for can't be done, and the person at the keyboard can change that: the message says how, in plain sentences. */
export class CannotStart extends Error {
  override name: string = 'CannotStart'
}

/** A file or folder that the server needs, by the variable that names it, can't be used; undefined for an error of another kind. */
export function unusableFolder(error: unknown, path: string, variable = 'DATA_DIR'): CannotStart | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = {
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'its disk can only be read, or the service may not write there (ReadWritePaths in its unit)',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'it is a file',
  }[code]
  return why === undefined
    ? undefined
    : new CannotStart(`The folder ${path} can't be used: ${why}. Change that, or set ${variable} to another folder.`, {
        cause: error,
      })
}
