import { copyFile, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { names } from '#platform/backup/backup-index.ts'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { start } from '#app/server/start.ts'
import { fillDataDir } from '#dev/testing/prepared-data.ts'
import { atSize } from '#dev/testing/size.ts'
import { type Drill, loseDatabase, type Point, restorePoint } from './restore-drill.ts'
import { restoreAndProve } from './restore.ts'

describe('a database that was ruined and lost', () => {
  let drill: Drill
  beforeAll(async () => {
    drill = await loseDatabase(atSize(1, 20), fillDataDir)
  })
  afterAll(() => drill.close())

  const restore = (
    into: string,
    to?: Date,
    variables: NodeJS.ProcessEnv = drill.variables,
    tell: (line: string) => void = () => {},
  ) => restoreAndProve({ from: drill.variables.BACKUP_URL, into, to, variables }, tell)
  const pathOf = (name: string) => join(drill.variables.BACKUP_URL, name)
  const logFiles = async () => (await readdir(pathOf('log'))).filter((file) => /^[0-9A-F]{24}$/.test(file)).toSorted()

  test('comes back as it was at a moment before, and is served from there without a door of before: the session and the key of who was an officer then are refused', async () => {
    const point = drill.points.at(-1) as Point
    const into = drill.folder('served')
    const said: string[] = []
    const { books, holds } = await restore(into, point.at, drill.variables, (line) => said.push(line))
    expect({ books, holds }).toEqual({ books: point.books, holds: true })
    expect(books.members).toBe(120)
    expect(said.join('\n')).toMatch(/Sessions ended: [1-9]\d*\.[^]*API keys revoked: 1,/)

    const server = await start(readConfig({ DATA_DIR: into, PORT: '0', LOG_LEVEL: 'error' }), () => {})
    try {
      const { accessToken, refreshToken, apiKey } = drill.held
      const call = async (path: string, token: string | undefined, body?: object) =>
        (
          await fetch(`${server.url}${path}`, {
            method: body ? 'POST' : 'GET',
            headers: {
              'content-type': 'application/json',
              ...(token !== undefined && { authorization: `Bearer ${token}` }),
            },
            ...(body && { body: JSON.stringify(body) }),
          })
        ).status
      expect(await call('/cooperatives/members', accessToken)).toBe(401)
      expect(await call('/cooperatives/refresh-token', undefined, { refreshToken })).toBe(401)
      expect(await call('/cooperatives/members', apiKey)).toBe(401)
      expect(
        await call('/cooperatives/login', undefined, { identifier: 'AJO-DEM234', password: 'sample-treasurer' }),
      ).toBe(200)
      const client = new pg.Client({ connectionString: (await startEmbedded(into)).adminUrl })
      await client.connect()
      const { rows } = await client.query(
        'select (select count(*)::int from app.api_key where revoked_at is null) as keys, (select count(*)::int from platform.session where ended_at is null) as sessions',
      )
      await client.end()
      // The one who has just logged in.
      expect(rows).toEqual([{ keys: 0, sessions: 1 }])
    } finally {
      await server.stop()
    }
  })

  test.runIf(atSize(false, true))('another moment has other books, which the drill sees', async () => {
    const [first, second] = drill.points as [Point, Point]
    expect(await restorePoint(drill, { at: first.at, books: second.books })).toMatchObject({
      isSame: false,
      holds: true,
      entries: first.books.entries,
    })
  })

  test.runIf(atSize(false, true))('every moment comes back exactly', async () => {
    for (const point of drill.points)
      expect([point.at, await restorePoint(drill, point)]).toMatchObject([point.at, { isSame: true, holds: true }])
  })

  test('a folder that is not empty, a time that is not covered and another key are refused', async () => {
    const filled = drill.folder('filled')
    await mkdir(filled)
    await writeFile(join(filled, 'note'), '')
    await expect(restore(filled)).rejects.toThrow('is not empty. Name an empty folder.')
    const empty = drill.folder('empty')
    await expect(restore(empty, new Date('2026-01-01T00:00:00Z'))).rejects.toThrow(/^The first backup is of 20/)
    await expect(restore(empty, new Date(Date.now() + 60_000))).rejects.toThrow('is in the future')
    await expect(restore(empty, undefined, { ...drill.variables, BACKUP_KEY: 'k'.repeat(40) })).rejects.toThrow(
      'BACKUP_KEY is not the key with which this backup was made.',
    )
    await expect(
      restoreAndProve(
        { from: empty, into: drill.folder('other'), to: undefined, variables: drill.variables },
        () => {},
      ),
    ).rejects.toThrow('There is no backup in this place.')
    await expect(restore(drill.folder('late'), new Date())).rejects.toThrow(
      /^The backup does not reach \S+ Its last change is of 20\S+ Choose that time or an earlier one, or leave the time out\.$/,
    )
  })

  /** Damages a file of the backup, tries to restore the newest state, and puts the file back. */
  async function damaged(name: string, damage: (path: string) => Promise<void>): Promise<unknown> {
    const path = pathOf(name)
    await copyFile(path, `${path}.part`)
    await damage(path)
    try {
      return await restore(drill.folder('damaged')).then(
        () => 'restored',
        (error: Error) => error.message,
      )
    } finally {
      await rename(`${path}.part`, path)
      await rm(drill.folder('damaged'), { recursive: true, force: true })
    }
  }

  test('a file that was changed, cut, exchanged or removed is named', async () => {
    const id = (await readdir(pathOf('base'))).toSorted().at(-1) as string
    const [log, other] = (await logFiles()).slice(-2) as [string, string]
    const changed = (name: string) => `The file ${name} of the backup is damaged or was changed.`
    const flip = async (path: string) => {
      const content = await readFile(path)
      const at = Math.floor(content.length / 2)
      content[at] = (content[at] ?? 0) ^ 1
      await writeFile(path, content)
    }
    const [archive, manifest, secret] = [
      names.part(id, 'archive', 0),
      names.part(id, 'manifest', 0),
      names.file(id, 'secret'),
    ]
    for (const name of [archive, names.log(log), ...atSize([], [manifest, names.index(id)])])
      expect(await damaged(name, flip)).toBe(changed(name))
    expect(await damaged(names.log(log), (path) => truncate(path, 300))).toBe(changed(names.log(log)))
    expect(await damaged(names.log(log), (path) => copyFile(pathOf(names.log(other)), path))).toBe(
      changed(names.log(log)),
    )
    for (const name of [names.log(log), ...atSize([], [archive, secret])])
      expect(await damaged(name, (path) => rm(path))).toBe(`The file ${name} of the backup is missing.`)
  })
})
