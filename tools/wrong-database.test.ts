import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { DatabaseClient } from '#platform/db/primary.ts'
import type {} from '#dev/testing/postgres.ts'
import { testSecret } from '#dev/testing/secret.ts'

const name = `another_program_${process.pid}`
const url = () => inject('adminUrl').replace('/postgres?', `/${name}?`)
let cluster: DatabaseClient
let other: DatabaseClient

beforeAll(async () => {
  cluster = new DatabaseClient({ connectionString: inject('adminUrl') })
  await cluster.connect()
  await cluster.query(`create database ${name}`)
  other = new DatabaseClient({ connectionString: url() })
  await other.connect()
  await other.query('create table account (id int); insert into account values (1)')
})
afterAll(async () => {
  await other.end()
  await cluster.query(`drop database ${name} with (force)`)
  await cluster.end()
})

/** What a command says, and how it ends. */
const run = (file: string, ...words: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const env = { ...process.env, DATABASE_URL: url(), APP_SECRET: testSecret.toString('hex') }
    execFile(process.execPath, [resolve(import.meta.dirname, file), ...words], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })

test.each([
  ['super-admin.ts', ['list']],
  ['super-admin.ts', ['add', 'mallory']],
  ['verify-books.ts', []],
  ['end-access.ts', []],
] as [string, string[]][])(
  'a command of the operator on another program’s database says so and leaves it alone: %s %s',
  async (file, words) => {
    const { code, said } = await run(file, ...words)
    expect(said).toContain('The database in DATABASE_URL is none of Ajose.')
    expect(said).not.toContain(' at ')
    expect(code).toBe(1)
    const { rows } = await other.query(
      "select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')",
    )
    expect(rows).toEqual([])
    expect((await other.query('select id from account')).rows).toEqual([{ id: 1 }])
  },
)
