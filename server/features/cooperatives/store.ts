import type { CooperativeStatus } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { AccountId, CooperativeId, DocumentId, LoginId } from '#domain/ids.ts'
import { plainRules, rulesToKeep } from '#domain/loans/loan-terms.ts'
import { accountTypePresets, configurationPreset, loanConfigurationPresets } from '#domain/configuration/presets.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function insertCooperative(
  tx: Tx,
  row: { cooperativeId: CooperativeId; coopId: string; name: string; phone: string; email: string | null; searchText: string },
): Promise<void> {
  await tx.run(sql`
    insert into app.cooperative (cooperative_id, coop_id, name, phone, email, search_text)
    values (${row.cooperativeId}, ${row.coopId}, ${row.name}, ${row.phone}, ${row.email}, ${row.searchText})`)
}

/** The name of the unique key that refuses this login, or nothing. */
export async function insertCooperativeLogin(
  tx: Tx,
  row: { loginId: LoginId; coopId: string; phone: string; name: string; passwordHash: string },
): Promise<string | null> {
  const { taken } = await tx.one<{ taken: string | null }>(sql`
    select platform.create_cooperative_login(${row.loginId}, ${row.coopId}, ${row.phone}, ${row.name}, ${row.passwordHash}) as taken`)
  return taken
}

/** Settings, account types and loan configurations that a new cooperative starts with. */
export async function insertPresets(tx: Tx, cooperativeId: CooperativeId, { accounts, contributionsDueFrom }: { accounts: ReadonlyMap<string, AccountId>; contributionsDueFrom: Day }): Promise<void> {
  const c = configurationPreset
  await tx.run(sql`
    insert into app.configuration (cooperative_id, fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min,
      contributions_due_from, entrance_fee, savings_multiple_percent, waiting_months, guarantors_required, exit_notice_months)
    values (${cooperativeId}, ${c.fiscalYearStart}, ${c.shareParValue}, ${c.sharesMin}, ${c.shareCeilingBasisPoints}, ${c.contributionMin},
      ${contributionsDueFrom}, ${c.entranceFee}, ${c.savingsMultiplePercent}, ${c.waitingMonths}, ${c.guarantorsRequired}, ${c.exitNoticeMonths})`)
  const types = accountTypePresets
  await tx.run(sql`
    insert into app.account_type (cooperative_id, account_type_id, code, name, kind, control_id, is_default)
    select ${cooperativeId}, t.* from unnest(${types.map(() => newId())}::uuid[], ${types.map((t) => t.code)}::text[], ${types.map((t) => t.name)}::text[],
      ${types.map((t) => t.kind)}::text[], ${types.map((t) => accounts.get(t.controlCode))}::uuid[], ${types.map((t) => t.isDefault ?? false)}::boolean[]) as t`)
  const loans = loanConfigurationPresets
  await tx.run(sql`
    insert into app.loan_configuration (cooperative_id, loan_configuration_id, code, name, interest_method, annual_rate_basis_points, instalments_max,
      savings_multiple_percent, control_id, is_default, rules)
    select ${cooperativeId}, l.* from unnest(${loans.map(() => newId())}::uuid[], ${loans.map((l) => l.code)}::text[], ${loans.map((l) => l.name)}::text[],
      ${loans.map((l) => l.interestMethod)}::text[], ${loans.map((l) => l.annualRateBasisPoints)}::int[], ${loans.map((l) => l.instalmentsMax)}::int[],
      ${loans.map((l) => l.savingsMultiplePercent)}::int[], ${loans.map((l) => accounts.get(l.controlCode))}::uuid[], ${loans.map((l) => l.isDefault ?? false)}::boolean[],
      ${loans.map((l) => JSON.stringify(rulesToKeep({ ...plainRules, ...l.rules })))}::jsonb[]) as l`)
}

export type ProfileChange = {
  name: string | undefined
  email: string | null | undefined
  address: string | null | undefined
  registrationNumber: string | null | undefined
  searchText: string
}

/** Changes the fields that are given; null empties one. */
export async function updateProfile(tx: Tx, cooperativeId: CooperativeId, change: ProfileChange): Promise<void> {
  await tx.run(sql`
    update app.cooperative set
      name = coalesce(${change.name}, name),
      email = case when ${change.email !== undefined} then ${change.email} else email end,
      address = case when ${change.address !== undefined} then ${change.address} else address end,
      registration_number = case when ${change.registrationNumber !== undefined} then ${change.registrationNumber} else registration_number end,
      search_text = ${change.searchText}
    where cooperative_id = ${cooperativeId}`)
}

export async function renameLogin(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`select platform.rename_cooperative_login(${name})`)
}

/** The same by the super administrator, whose transaction has no cooperative. */
export async function renameLoginOf(tx: Tx, cooperativeId: CooperativeId, name: string): Promise<void> {
  await tx.run(sql`update platform.login set name = ${name} where cooperative_id = ${cooperativeId}`)
}

/** Links the person behind a ticket to the login just registered; false where the ticket is no good any more. */
export async function linkRegisteredLogin(tx: Tx, loginId: LoginId, ticketHash: Buffer, browserHash: Buffer): Promise<boolean> {
  const { linked } = await tx.one<{ linked: boolean }>(sql`select platform.link_registered_login(${loginId}, ${newId()}, ${ticketHash}, ${browserHash}) as linked`)
  return linked
}

export async function upsertLogo(tx: Tx, cooperativeId: CooperativeId, content: Buffer, version: string): Promise<void> {
  await tx.run(sql`
    insert into app.logo (cooperative_id, content) values (${cooperativeId}, ${content})
    on conflict (cooperative_id) do update set content = excluded.content, updated_at = now()`)
  await tx.run(sql`update app.cooperative set logo_version = ${version} where cooperative_id = ${cooperativeId}`)
}

export async function removeLogo(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(sql`delete from app.logo where cooperative_id = ${cooperativeId}`)
  await tx.run(sql`update app.cooperative set logo_version = null where cooperative_id = ${cooperativeId}`)
}

/** `reason` is why it is closed; an approved cooperative keeps or begins its trial, whose last day is `trialEndsOn`. */
export async function setStatus(tx: Tx, cooperativeId: CooperativeId, status: CooperativeStatus, reason: string | null, trialEndsOn: Day | null): Promise<void> {
  await tx.run(sql`
    update app.cooperative set status = ${status}, status_reason = ${reason}, status_changed_at = now(), trial_ends_on = ${trialEndsOn} where cooperative_id = ${cooperativeId}`)
}

export async function endSessionsOfCooperative(tx: Tx, cooperativeId: CooperativeId, reason: string): Promise<void> {
  await tx.run(sql`
    update platform.session set ended_at = now(), end_reason = ${reason} where cooperative_id = ${cooperativeId} and ended_at is null`)
}

/** The record stays for the platform's own history; its login goes, so that phone and name can be used anew. */
export async function markDeleted(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(sql`update app.cooperative set deleted_at = now() where cooperative_id = ${cooperativeId}`)
  await tx.run(sql`delete from platform.login where cooperative_id = ${cooperativeId}`)
}

export async function insertDocument(
  tx: Tx,
  row: { cooperativeId: CooperativeId; documentId: DocumentId; fileName: string; mediaType: string; content: Buffer; sha256: Buffer; uploadedBy: LoginId; uploadedAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into app.document (cooperative_id, document_id, kind, file_name, media_type, content, sha256, uploaded_by, uploaded_at)
    values (${row.cooperativeId}, ${row.documentId}, 'cac', ${row.fileName}, ${row.mediaType}, ${row.content}, ${row.sha256}, ${row.uploadedBy}, ${row.uploadedAt})`)
}
