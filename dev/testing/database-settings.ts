/** A test asks most of its statements a few times and logs in on dozens of connections: planning each again and hashing passwords for long was a tenth of all its time. */
export const forShortLives = { plan_cache_mode: 'force_generic_plan', scram_iterations: '1' }

/** Of a PostgreSQL whose databases no one copies elsewhere or restores, and which lives as long as a run of tests. */
export const throwawaySettings = {
  ...forShortLives,
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  archive_mode: 'off',
  wal_compression: 'off',
}
