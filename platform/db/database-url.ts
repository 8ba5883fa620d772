import { CannotStart } from '#platform/cannot-start.ts'

/** One machine of a list in DATABASE_URL, `host:port` as it is named to a person. */
export type DatabaseHost = { host: string; port: number; name: string }

const hostAndPort = /^(\[[\da-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i

/**
 * The machines that a URL names between login and database, in libpq's way (`h1:5432,h2:5432`), and the URL of each one
 * alone; none where the URL names one machine. Throws CannotStart for a list that can't be used.
 */
export function readHosts(url: string): { hosts: DatabaseHost[]; only(host: DatabaseHost): string } {
  const begins = url.indexOf('//') + 2
  const length = url.slice(begins).search(/[/?]/)
  const ends = length === -1 ? url.length : begins + length
  const login = url.slice(begins, ends).lastIndexOf('@') + 1
  const [before, list, after] = [url.slice(0, begins + login), url.slice(begins + login, ends), url.slice(ends)]
  const options = new URLSearchParams(/\?(.*)/.exec(after)?.[1])
  const wanted = options.get('target_session_attrs')
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw unusable('must have target_session_attrs=read-write or none: it names where Ajose writes')
  if (options.get('host')?.includes(',') === true)
    throw unusable('must name several machines before the name of the database, such as db1:5432,db2:5432')
  const hosts = list.includes(',') ? list.split(',').map(hostOf) : []
  if (new Set(hosts.map(({ name }) => name)).size < hosts.length)
    throw unusable('must name each machine of its list once')
  return { hosts, only: ({ name }) => `${before}${name}${after}` }
}

function hostOf(text: string): DatabaseHost {
  const [, host, port = '5432'] = hostAndPort.exec(text) ?? []
  if (host === undefined || Number(port) === 0 || Number(port) > 65_535)
    throw unusable('must list its machines as db1:5432,db2:5432,db3:5432')
  return { host: decodeURIComponent(host.replace(/^\[(.*)\]$/, '$1')), port: Number(port), name: `${host}:${port}` }
}

function unusable(why: string): CannotStart {
  return new CannotStart(`The environment variable DATABASE_URL can't be used: ${why}`)
}
