import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import * as z from 'zod'
import { CannotStart } from '#platform/cannot-start.ts'
import { wholeNumber } from '#platform/setting-kinds.ts'
import { protectedAddress } from '#platform/limits/protected-address.ts'
import type { S3Settings } from './s3-target.ts'

const keyLengthMin = 32
const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/

/** The variables of the environment that are about backups; platform/config.ts reads them with the others. */
export const backupVariables = {
  BACKUP_URL: z
    .string()
    .refine(
      (text) => isAbsolute(text) || s3Address.test(text),
      'must be the whole path of a folder, such as /mnt/backup/ajose, or s3://bucket/prefix',
    )
    .optional(),
  BACKUP_KEY: z.string().min(keyLengthMin, `must have ${keyLengthMin} characters or more`).optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_REGION: z.string().min(1).default('us-east-1'),
  AWS_ENDPOINT_URL: protectedAddress.optional(),
  BACKUP_KEEP_DAYS: wholeNumber(1, 3650).prefault('14'),
}

type Variables = z.output<z.ZodObject<typeof backupVariables>>

export type BackupPlace = { folder: string } | { s3: S3Settings }
export type BackupSettings = { place: BackupPlace; key: Buffer; keepDays: number }

/** Undefined where no place for backups is set. Throws CannotStart with a sentence that names the variable. */
export async function backupSettings(variables: Variables): Promise<BackupSettings | undefined> {
  const { BACKUP_URL: url, BACKUP_KEY: given, BACKUP_KEY_FILE: file, BACKUP_KEEP_DAYS: keepDays } = variables
  if (url === undefined) return undefined
  const text = given ?? (file === undefined ? undefined : await keyIn(file))
  if (text === undefined)
    throw new CannotStart("The environment variable BACKUP_KEY can't be used: it is needed beside BACKUP_URL")
  return { place: placeOf(url, variables), key: createHash('sha256').update(text).digest(), keepDays }
}

/**
 * Whether a folder for backups lies on the disk of the data folder, or of the database's files where those are elsewhere
 * (embedded-home.ts). A folder that is not there yet will be on the disk of the one that it is to be in.
 */
export async function isOnDiskOf(place: BackupPlace, dataDir: string): Promise<boolean> {
  if (!('folder' in place)) return false
  const diskOf = async (path: string): Promise<number> => {
    try {
      return (await stat(path)).dev
    } catch (error) {
      if (dirname(path) === path) throw error
      return diskOf(dirname(path))
    }
  }
  const backup = await diskOf(place.folder)
  return backup === (await diskOf(dataDir)) || backup === (await diskOf(join(dataDir, 'postgres')))
}

function placeOf(url: string, variables: Variables): BackupPlace {
  const [, bucket, path = ''] = s3Address.exec(url) ?? []
  if (bucket === undefined) return { folder: url }
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = variables
  const missing = accessKeyId === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new CannotStart(`The environment variable ${missing} can't be used: it is needed beside BACKUP_URL`)
  const endpoint = variables.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`
  return { s3: { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } }
}

async function keyIn(file: string): Promise<string> {
  const because = (why: string) => new CannotStart(`The environment variable BACKUP_KEY_FILE can't be used: ${why}`)
  const text = await readFile(file, 'utf8').catch(() => {
    throw because(`the file ${file} can't be read`)
  })
  if (text.trim().length < keyLengthMin)
    throw because(`the key in ${file} must have ${keyLengthMin} characters or more`)
  return text.trim()
}
