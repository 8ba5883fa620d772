import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** postgresql.conf of the embedded database. The file is ours alone and written again at each start. */
export function settingsFile(place: Record<string, string>, overrides: Record<string, string> = {}): string {
  const memory = Math.floor(totalmem() / megabyte)
  const settings: Record<string, string> = {
    ...place,
    max_connections: '100',
    shared_buffers: `${Math.min(512, Math.max(64, Math.floor(memory / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memory / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    jit: 'off',
    // A young database grows from nothing to thousands of rows in a minute; plans made without statistics are bad ones.
    autovacuum_naptime: '10s',

    // An acknowledged posting must outlive a crash, so no override may weaken this but the tests' own.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    wal_level: 'replica',
    // Can only be set at the start. Where the log goes, if anywhere, is set inside the database (archiving.ts).
    archive_mode: 'on',
    archive_command: 'exit 0',
    max_wal_senders: '4',
    max_replication_slots: '4',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    // The package's binaries are built without lz4 and zstd.
    wal_compression: 'pglz',

    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    default_text_search_config: 'pg_catalog.simple',
    cluster_name: 'ajose',

    // Seven files, one a weekday, each emptied when its day returns.
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_file_mode: '0600',
    log_line_prefix: '%m [%p] %a ',
    // Statements and error details carry members' data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...overrides,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('')
}

/** pg_hba.conf: no one comes in without the password, not even over the socket of this machine. */
export const accessFile = `local all all scram-sha-256
local replication all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
`
