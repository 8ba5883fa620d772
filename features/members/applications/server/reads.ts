import type { Replied } from '#core/contract/endpoint.ts'
import type { CooperativeId, MembershipApplicationId } from '#core/ids.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { foldForSearch } from '#core/searching.ts'
import * as contract from '#features/members/applications/contract.ts'
import { getJoinPage as pageContract } from '#features/members/applications/join-pages.ts'
import { getJoinSettings as settingsContract } from '#features/members/applications/join-settings.ts'
import { applicationNumber } from '#features/members/applications/rules/membership-application.ts'
import { action, openAction } from '#platform/action.ts'
import type { Database } from '#platform/db/database.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { containing, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const applicationDecided = refusal(
  'application_decided',
  409,
  'This application was decided meanwhile. Open it again to see how.',
)

type Application = Replied<typeof contract.listMembershipApplications>
type ApplicationRow = Omit<Application, 'number'> & { number: number }

const columns = sql`a.application_id as id, a.number, a.status, a.first_name, a.last_name, a.phone, a.email, a.address,
  a.date_of_birth, a.gender, a.marital_status, a.employment_status, a.employer,
  a.staff_number, a.monthly_contribution as "monthlyContributions", a.next_of_kin_first_name,
  a.next_of_kin_last_name, a.next_of_kin_phone, a.next_of_kin_relationship,
  a.introduced_by, a.note, a.created_at, a.decided_at, a.decided_by_name as "decidedBy", a.reason, a.member_id,
  (select jsonb_build_object('memberId', m.member_id, 'name', m.first_name || ' ' || m.last_name) from app.member m
    where m.cooperative_id = a.cooperative_id and m.phone = a.phone and m.removed_at is null and m.member_id is distinct from a.member_id order by m.shares_phone, m.membership_number limit 1) as "samePhone",
  (select count(*)::int from app.membership_application o
    where o.cooperative_id = a.cooperative_id and o.phone = a.phone and o.status = 'waiting' and o.application_id <> a.application_id) as "alsoWaiting"`

function applicationFrom({ number, ...row }: ApplicationRow): Application {
  return { ...row, number: applicationNumber(number) }
}

/** The active cooperative with that coop_id, in any case. Refuses: cooperative_not_found. */
export async function findJoined(
  database: Database,
  code: string,
): Promise<{ cooperativeId: CooperativeId; coopId: string; name: string }> {
  const found = await database.auth((tx) =>
    tx.maybe<{ cooperativeId: CooperativeId; coopId: string; name: string }>(sql`
      select c.cooperative_id, c.coop_id, c.name from platform.login l
      join app.cooperative c on c.cooperative_id = l.cooperative_id
      where l.kind = 'cooperative' and l.coop_id = ${code.toUpperCase()} and c.status = 'active' and c.deleted_at is null`),
  )
  return found ?? refuse('cooperative_not_found', { field: 'code' })
}

/** Refuses: cooperative_not_found. */
export const getJoinPage = openAction(pageContract, async ({ database }, _caller, { code }) => {
  const { cooperativeId, coopId, name } = await findJoined(database, code)
  return database.tenant(
    { cooperativeId, role: 'job' },
    async (tx) => {
      const [page, settings] = await Promise.all([findPage(tx), findCosts(tx)])
      // A closed page gives the name away, which is on the society's door, and nothing of its rules.
      const shown = page?.isOpen
        ? settings
        : { contributionMin: zeroKobo, entranceFee: zeroKobo, sharesMin: 0, shareParValue: zeroKobo }
      const sharesCost = (BigInt(shown.sharesMin) * shown.shareParValue) as Kobo
      return {
        name,
        coopId,
        isOpen: page?.isOpen ?? false,
        welcome: (page?.isOpen && page.welcome) || null,
        contributionMin: shown.contributionMin,
        entranceFee: shown.entranceFee,
        sharesCost,
      }
    },
    { readOnly: true },
  )
})

async function findPage(tx: Tx): Promise<{ isOpen: boolean; welcome: string | null } | undefined> {
  return tx.maybe(sql`select is_open, welcome from app.join_page`)
}

/** How many applications came from that network since then and within a day, and how many wait of all. */
export async function countApplications(
  tx: Tx,
  addressHash: Buffer,
  since: Date,
): Promise<{ recent: number; ofNetwork: number; waiting: number }> {
  return tx.one(sql`
    select (select count(*)::int from app.membership_application where address_hash = ${addressHash} and created_at > ${since}) as recent,
      (select count(*)::int from app.membership_application where address_hash = ${addressHash}) as "ofNetwork",
      (select count(*)::int from app.membership_application where status = 'waiting') as waiting`)
}

export const listMembershipApplications = pageOf(contract.listMembershipApplications, {
  select: columns,
  from: sql`app.membership_application a`,
  where: { status: (status) => sql`a.status = ${status}` },
  search: { folded: sql`a.search_text` },
  sorts: { number: sql`a.number`, lastName: [sql`a.last_name`, sql`a.first_name`, sql`a.number`] },
  order: 'number',
  last: sql`a.number`,
  row: applicationFrom,
})

export async function findApplication(tx: Tx, id: MembershipApplicationId): Promise<Application> {
  const row = await tx.maybe<ApplicationRow>(
    sql`select ${columns} from app.membership_application a where a.application_id = ${id}`,
  )
  return row ? applicationFrom(row) : refuse('not_found')
}

/** The application, locked until the transaction ends; only one that waits. Refuses: not_found, application_decided. */
export async function lockApplication(tx: Tx, id: MembershipApplicationId): Promise<Application> {
  await tx.run(
    sql`select from app.membership_application where application_id = ${id} and status = 'waiting' for update`,
  )
  const found = await findApplication(tx, id)
  return found.status === 'waiting' ? found : refuse(applicationDecided())
}

/** Refuses: not_found. */
export const getMembershipApplication = action(contract.getMembershipApplication, async ({ tx }, { applicationId }) => {
  const found = await findApplication(tx, applicationId)
  // A member's search text begins with their names in both orders.
  const sameName = await tx.many<Replied<typeof contract.getMembershipApplication>['sameName'][number]>(sql`
    select member_id, first_name || ' ' || last_name as name, membershipno from app.member
    where removed_at is null and search_text like ${containing(foldForSearch(`${found.firstName} ${found.lastName}`))} and member_id is distinct from ${found.memberId}
    order by membership_number limit 10`)
  return { ...found, sameName }
})

export const getJoinSettings = action(settingsContract, async ({ tx }) => {
  const [page, { coopId, waiting }] = await Promise.all([
    findPage(tx),
    tx.one<{ coopId: string; waiting: number }>(sql`
      select coop_id, (select count(*)::int from app.membership_application where status = 'waiting') as waiting from app.cooperative`),
  ])
  return { isOpen: page?.isOpen ?? false, welcome: page?.welcome ?? null, coopId, waiting }
})

type Costs = { contributionMin: Kobo; entranceFee: Kobo; sharesMin: number; shareParValue: Kobo }

/** What a new member is asked to pay. */
async function findCosts(tx: Tx): Promise<Costs> {
  return tx.one<Costs>(sql`
    select contribution_min, entrance_fee, shares_min, share_par_value from app.configuration`)
}
