import { type Logger, pino, stdTimeFunctions } from 'pino'
import type { Config } from './config.ts'

/**
 * JSON lines, each with the id of its request where it has one. Of an error only what says where and what it was is kept:
 * PostgreSQL's own errors have the values of the row in them, which are names, phones and amounts.
 */
export function openLog(
  { LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>,
  destination = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      level,
      base: null,
      // In UTC, and says so: servers of several machines and a collector elsewhere may have another zone.
      timestamp: stdTimeFunctions.isoTime,
      redact: ['*.password', '*.authorization'],
      serializers: { err: describe },
    },
    destination,
  )
}

type Described = { type: string; message: string; stack?: string; cause?: Described; [part: string]: unknown }

const partsKept = ['code', 'constraint', 'table', 'column', 'schema', 'severity', 'routine', 'syscall', 'port'] as const

function describe(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const parts = error as unknown as Record<string, unknown>
  return {
    type: error.name,
    message: error.message,
    ...(error.stack !== undefined && { stack: error.stack }),
    ...Object.fromEntries(partsKept.flatMap((part) => (parts[part] === undefined ? [] : [[part, parts[part]]]))),
    ...(error instanceof AggregateError && { errors: error.errors.map(describe) }),
    ...(error.cause !== undefined && { cause: describe(error.cause) }),
  }
}
