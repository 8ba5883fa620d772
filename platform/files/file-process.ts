import { type ChildProcess, fork } from 'node:child_process'

/**
 * Starts a program of this folder that reads or writes files, with this much memory at most. It gets none of the server's secrets:
 * of the environment only where compiled code is kept, so that the next one starts sooner. What it says as it dies is of no use.
 */
export function startFileProcess(program: URL, heapMebibytesMax: number): ChildProcess {
  const compiled = process.env['NODE_COMPILE_CACHE']
  return fork(program, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMebibytesMax}`],
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
