import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant } from '#core/contract/fields.ts'
import type { CooperativeId } from '#core/ids.ts'
import { backupKinds } from './rules/backup-kind.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers while the process lives.',
  access: 'public',
  reply: z.object({
    status: z.literal('ok'),
    version: z.string(),
    uptimeSeconds: z.number(),
    /** Whether this is a trial with sample data, whose logins are published. */ sampleData: z.boolean(),
    /** Whether SMS are only saved on the server, because it has no provider that sends them. */
    savesSms: z.boolean(),
  }),
})

/** How backups are; `problems` says in words what wants attention. */
const backup = z.object({
  /** `off`: none are made here; `own`: by the tool of a database of one's own; `here`: by this server. */
  kind: z.enum(backupKinds),
  lastBackupAt: z.nullable(instant),
  /** When the database's log was last stored. */ lastLogAt: z.nullable(instant),
  logFilesWaiting: z.number(),
  problems: z.array(z.string()),
})

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Whether requests can be served: database, migrations, disk; and whether backups are well.',
  access: 'public',
  reply: z.object({
    status: z.literal('ready'),
    database: z.literal('ok'),
    migrations: z.number(),
    diskFreePercent: z.number(),
    /** What is wrong with them is told on the health page alone: anyone may ask here. */
    backup: z.object({ kind: z.enum(backupKinds), isWell: z.boolean() }),
  }),
})

const count = z.object({ waiting: z.number(), oldestWaiting: z.nullable(instant), failed: z.number() })

export const getPlatformHealth = endpoint({
  method: 'GET',
  path: '/platform/health',
  summary:
    'How the server, its database and its regular work are, for the super administrator; `problems` says in words what wants attention.',
  access: 'platform.watch',
  reply: z.object({
    problems: z.array(z.string()),
    checkedAt: instant,
    server: z.object({ version: z.string(), node: z.string(), startedAt: instant, memoryBytes: z.number() }),
    database: z.object({
      version: z.string(),
      answeredInMilliseconds: z.number(),
      bytes: z.number(),
      connections: z.number(),
      connectionsMax: z.number(),
    }),
    migrations: z.object({ applied: z.number(), latest: z.nullable(z.string()) }),
    disk: z.object({ freePercent: z.number(), freeBytes: z.number(), totalBytes: z.number() }),
    /** Files that are being posted; failed ones of the last 7 days. */
    imports: count,
    backup,
    /** The last daily anchor of the books, and the fingerprint of the key that signs them. */
    anchor: z.object({ day: z.nullable(day), key: z.string() }),
    messages: z.extend(count, { sentLastDay: z.number() }),
    /** The cooperatives of which most messages failed in the last 7 days; nothing of the messages themselves. */
    failedMessagesOf: z.array(z.object({ id: id<CooperativeId>(), name: z.string(), failed: z.number() })),
    jobs: z.array(z.object({ job: z.string(), endedAt: instant, failure: z.nullable(z.string()) })),
    /** What the server that answers has done since it started; of several servers each has its own figures. */
    traffic: z.object({
      answered: z.number(),
      refused: z.number(),
      postedEntries: z.number(),
      failedLogins: z.number(),
      eventLoopDelayMilliseconds: z.number(),
    }),
  }),
})
