import { addDays, type Day } from '#core/calendar.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { CooperativeId, DocumentId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/platform-admin/cooperatives/contract.ts'
import * as own from '#features/platform-admin/cooperatives/cooperative-profile.ts'
import { trialEndingDays, type TrialStanding } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { action, platformAction } from '#platform/action.ts'
import { platformPageOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Cooperative = Replied<typeof contract.listCooperatives>
type CooperativeRow = Omit<Cooperative, 'coop_id' | 'logo' | 'verificationStatus'> & {
  coopId: string
  logoVersion: string | null
}

const columns = sql`cooperative_id as id, cooperative_id, coop_id, name, phone, email, address, registration_number, status, status_reason,
  member_count as members, logo_version, plan, trial_ends_on, created_at`

const verification = { pending: 'unverified', active: 'verified', suspended: 'verified', rejected: 'rejected' } as const

function cooperativeFrom({ coopId: coop_id, logoVersion, ...row }: CooperativeRow): Cooperative {
  return { ...row, coop_id, logo: logoPath(logoVersion), verificationStatus: verification[row.status] }
}

/** Where the own people find the logo; another address after each change. */
export function logoPath(version: string | null): string | null {
  return version === null ? null : `/cooperatives/logo?v=${version}`
}

export async function findCooperative(tx: Tx, id: CooperativeId): Promise<Cooperative | undefined> {
  const row = await tx.maybe<CooperativeRow>(
    sql`select ${columns} from app.cooperative where cooperative_id = ${id} and deleted_at is null`,
  )
  return row && cooperativeFrom(row)
}

/** The same, locked until the transaction ends, so that two decisions about it take turns. */
export async function lockCooperative(tx: Tx, id: CooperativeId): Promise<Cooperative | undefined> {
  await tx.maybe(sql`select from app.cooperative where cooperative_id = ${id} for update`)
  return findCooperative(tx, id)
}

export async function listDocuments(
  tx: Tx,
  cooperativeId: CooperativeId,
): Promise<Replied<typeof own.getCooperativeProfile>['documents']> {
  return tx.many(sql`
    select document_id as id, file_name, media_type, length(content) as bytes, uploaded_at
    from app.document where cooperative_id = ${cooperativeId} order by uploaded_at desc`)
}

export const getCooperativeProfile = action(own.getCooperativeProfile, async ({ tx, actor: { cooperativeId } }) => {
  const cooperative = (await findCooperative(tx, cooperativeId)) ?? refuse('not_found')
  return { ...cooperative, documents: await listDocuments(tx, cooperativeId) }
})

/** Every cooperative of the platform, or those that `q` finds. */
export const listCooperatives = platformPageOf(contract.listCooperatives, {
  from: sql`app.cooperative`,
  select: columns,
  always: sql`deleted_at is null`,
  where: {
    status: (status) => sql`status = ${status}`,
    plan: (plan) => sql`plan = ${plan}`,
    trial: (standing, { today }) => trialIs(standing, today),
  },
  search: { folded: sql`search_text` },
  sorts: {
    name: sql`lower(name)`,
    createdAt: sql`created_at`,
    members: sql`member_count`,
    status: sql`status`,
    // Those without a trial come last both ways.
    trialEndsOn: { up: sql`trial_ends_on`, down: sql`trial_ends_on desc nulls last` },
  },
  order: '-createdAt',
  last: sql`cooperative_id`,
  row: (row: CooperativeRow) => cooperativeFrom(row),
})

export const searchCooperatives = platformAction(contract.searchCooperatives, (ask, input) =>
  listCooperatives(ask, input),
)

/** `trialStanding` of the domain, as a condition. */
function trialIs(standing: TrialStanding, today: Day): Statement {
  const lastDays = addDays(today, trialEndingDays)
  const days = {
    running: sql`trial_ends_on > ${lastDays}::date`,
    ending: sql`trial_ends_on between ${today}::date and ${lastDays}::date`,
    ended: sql`trial_ends_on < ${today}::date`,
  }
  return sql`plan = 'trial' and ${days[standing]}`
}

/** A document with whose it is; row security tells which there are for this transaction. Refuses: not_found. */
export async function findDocument(
  tx: Tx,
  documentId: DocumentId,
): Promise<{ cooperativeId: CooperativeId; fileName: string; mediaType: string; content: Buffer }> {
  const document = await tx.maybe<Awaited<ReturnType<typeof findDocument>>>(
    sql`select cooperative_id, file_name, media_type, content from app.document where document_id = ${documentId}`,
  )
  return document ?? refuse('not_found')
}

/** Refuses: not_found. */
export const downloadLogo = action(contract.downloadLogo, async ({ tx }) => {
  const { content } = (await tx.maybe<{ content: Buffer }>(sql`select content from app.logo`)) ?? refuse('not_found')
  return { fileName: 'logo.webp', mediaType: 'image/webp', content }
})

/** The cooperative's name and how many documents it has; its row is locked, so that two uploads are counted one after the other. */
export async function lockDocumentCount(tx: Tx): Promise<{ name: string; documents: number }> {
  await tx.run(sql`select from app.cooperative for update`)
  return tx.one<{ name: string; documents: number }>(
    sql`select name, (select count(*)::int from app.document) as documents from app.cooperative`,
  )
}

/** What is at the head of a society's papers. */
export type Letterhead = {
  society: string
  registrationNumber: string | null
  address: string | null
  logo: Buffer | null
}

export async function findLetterhead(tx: Tx): Promise<Letterhead> {
  return tx.one<Letterhead>(
    sql`select c.name as society, c.registration_number, c.address, (select o.content from app.logo o) as logo from app.cooperative c`,
  )
}
