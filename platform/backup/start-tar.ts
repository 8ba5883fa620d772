import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/**
 * Unpacks what is written to it into a folder. It reads to the end of what it is given: at the mark that ends an archive it would end
 * too, and where that is before the pipe to it is closed, a whole archive would count as broken off.
 */
export function startTar(
  folder: string,
  settings: { cwd: string; uid?: number; gid?: number },
): ChildProcessByStdio<Writable, null, Readable> {
  return spawn('tar', ['-x', '-p', '--ignore-zeros', '-f', '-', '-C', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...settings,
  })
}
