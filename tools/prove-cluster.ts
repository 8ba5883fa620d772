import { runFullSize } from './full-size-tests.ts'

/**
 * `npm run prove:cluster`: three PostgreSQL under Patroni with etcd and HAProxy on this machine, whose primary is killed
 * and cut off under load. It takes Debian's packages postgresql-15, patroni, etcd-server and haproxy. ROUNDS says how often
 * each fault is made (3).
 */
process.exitCode = (await runFullSize(['tools/cluster.test.ts'])).held ? 0 : 1
