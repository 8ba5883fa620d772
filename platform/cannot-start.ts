/** What was asked for can't be done, and the person at the keyboard can change that: the message says how, in plain sentences. */
export class CannotStart extends Error {
  override name: string = 'CannotStart'
}

/** A file or folder that the server needs can't be used; undefined for an error of another kind. */
export function unusableFolder(error: unknown, path: string): CannotStart | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = {
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'the disk can only be read',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'it is a file',
  }[code]
  return why === undefined
    ? undefined
    : new CannotStart(`The folder ${path} can't be used: ${why}. Change that, or set DATA_DIR to another folder.`, {
        cause: error,
      })
}
