import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { start } from '#server/start.ts'
import { type Drill, loseDatabase, type Point } from './restore-drill.ts'
import { restoreAndProve } from './restore.ts'

let drill: Drill
beforeAll(async () => {
  drill = await loseDatabase(1)
})
afterAll(() => drill.close())

test('a backup opens no door of before: the session and the key of who was an officer then are refused on the restored server', async () => {
  const into = drill.folder('restored')
  const said: string[] = []
  const { at } = drill.points[0] as Point
  const { holds } = await restoreAndProve(
    { from: drill.variables.BACKUP_URL, into, to: at, variables: drill.variables },
    (line) => said.push(line),
  )
  expect(holds).toBe(true)
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
    const { adminUrl } = await startEmbedded(into)
    const client = new pg.Client({ connectionString: adminUrl })
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
