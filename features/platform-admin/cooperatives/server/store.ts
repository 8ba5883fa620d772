import type { CooperativeStatus } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, DocumentId, LoginId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

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
  await tx.run(
    sql`update platform.login set name = ${name} where cooperative_id = ${cooperativeId} and kind = 'cooperative'`,
  )
}

export async function upsertLogo(
  tx: Tx,
  cooperativeId: CooperativeId,
  content: Buffer,
  version: string,
): Promise<void> {
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
export async function setStatus(
  tx: Tx,
  cooperativeId: CooperativeId,
  status: CooperativeStatus,
  reason: string | null,
  trialEndsOn: Day | null,
): Promise<void> {
  await tx.run(sql`
    update app.cooperative set status = ${status}, status_reason = ${reason}, status_changed_at = now(), trial_ends_on = ${trialEndsOn} where cooperative_id = ${cooperativeId}`)
}

export async function endSessionsOfCooperative(tx: Tx, cooperativeId: CooperativeId, reason: string): Promise<void> {
  await tx.run(sql`
    update platform.session set ended_at = now(), end_reason = ${reason} where cooperative_id = ${cooperativeId} and ended_at is null`)
}

/** The record stays for the platform's own history; its login goes, so that phone and name can be used again. */
export async function markDeleted(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(sql`update app.cooperative set deleted_at = now() where cooperative_id = ${cooperativeId}`)
  await tx.run(sql`delete from platform.login where cooperative_id = ${cooperativeId}`)
}

export async function insertDocument(
  tx: Tx,
  row: {
    cooperativeId: CooperativeId
    documentId: DocumentId
    fileName: string
    mediaType: string
    content: Buffer
    sha256: Buffer
    uploadedBy: LoginId
    uploadedAt: Date
  },
): Promise<void> {
  await tx.run(sql`
    insert into app.document (cooperative_id, document_id, kind, file_name, media_type, content, sha256, uploaded_by, uploaded_at)
    values (${row.cooperativeId}, ${row.documentId}, 'cac', ${row.fileName}, ${row.mediaType}, ${row.content}, ${row.sha256}, ${row.uploadedBy}, ${row.uploadedAt})`)
}
