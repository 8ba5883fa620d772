import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CooperativeStatus, SuperAdminActor, TenantActor } from '#core/actor.ts'
import type { InputOf } from '#platform/action.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { fill } from '#core/fill.ts'
import type { CooperativeId, DocumentId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { notifyPlatform } from '#features/access/notifications/server/notify-members.ts'
import { recordAudit } from '#features/platform-admin/audit-trail/server/record-audit.ts'
import * as contract from '#features/platform-admin/cooperatives/contract.ts'
import { whyNotAddDocument } from '#features/platform-admin/cooperatives/rules/documents.ts'
import { statusSentence } from '#features/platform-admin/cooperatives/rules/notice.ts'
import { trialEndFrom } from '#features/platform-admin/cooperatives/rules/plan.ts'
import { searchTextOf } from '#features/platform-admin/cooperatives/rules/search-text.ts'
import { action, type Ask, platformAction, sharedAction, uploadAction } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, remove, transactionTime, update, upsert } from '#platform/db/write.ts'
import { readDocumentFile, squareReader } from '#platform/files/document-file.ts'
import { notifyCooperative } from './notify-cooperative.ts'
import { findCooperative, findDocument, lockCooperative, lockDocumentCount } from './reads.ts'
import * as strings from './strings.ts'
import { renameLogin } from './writes.ts'

const cooperativeHasBooks = refusal(
  'cooperative_has_books',
  409,
  'This cooperative has entries in its books, which are kept. Suspend it instead.',
)
const reasonWanted = refusal('reason_wanted', 422, 'Give the reason')
const statusUnchanged = refusal('status_unchanged', 409, 'This cooperative is already {status}.')

/** Sharp at 64 points on the densest phones, and a few kilobytes. */
const logoSide = 192

type Cooperative = Replied<typeof contract.updateCooperative>
type Update = InputOf<typeof contract.updateCooperative>
type Profile = InputOf<typeof contract.updateCooperativeProfile>

export const updateCooperativeProfile = action(
  contract.updateCooperativeProfile,
  ({ tx, actor: { cooperativeId } }, input) => updateOwnProfile(tx, cooperativeId, input),
)

/** Changes a cooperative as the super administrator decides, or its profile as its officer does. Refuses: not_found, not_permitted, status_unchanged, reason_wanted. */
export const updateCooperative = sharedAction(contract.updateCooperative, (ask, input) => {
  const { actor } = ask
  return actor.role === 'superadmin' ? updateAny({ ...ask, actor }, input) : updateOwn(ask.tx, actor, input)
})

/** An officer's change of a cooperative by its id: only the own one exists for them, and its status is not theirs to set. */
async function updateOwn(tx: Tx, actor: TenantActor, { id, status, reason, ...input }: Update): Promise<Cooperative> {
  if (id !== actor.cooperativeId) refuse('not_found')
  if (status !== undefined || reason !== undefined)
    refuse('not_permitted', { field: status === undefined ? 'reason' : 'status' })
  return updateOwnProfile(tx, id, input)
}

async function updateOwnProfile(tx: Tx, id: CooperativeId, input: Profile): Promise<Cooperative> {
  // The login is called what its cooperative is called: its name is in the audit trail and in messages.
  if (input.name !== undefined) await renameLogin(tx, input.name)
  return updateProfile(tx, id, input)
}

async function updateProfile(
  tx: Tx,
  cooperativeId: CooperativeId,
  { name, email, address, registrationNumber }: Profile,
): Promise<Cooperative> {
  const before = (await lockCooperative(tx, cooperativeId)) ?? refuse('not_found')
  const shownBefore = await findCooperative(tx, cooperativeId)
  const emptied = (text: string | null | undefined) => (text === '' ? null : text)
  await update(
    tx,
    'app.cooperative',
    { cooperativeId },
    {
      ...(name !== undefined && { name }),
      ...{ email: emptied(email), address: emptied(address), registrationNumber: emptied(registrationNumber) },
      searchText: searchTextOf({ name: name ?? before.name, coopId: before.coop_id, phone: before.phone }),
    },
  )
  const shown = (await findCooperative(tx, cooperativeId)) ?? refuse('not_found')
  if (isDeepStrictEqual(shown, shownBefore)) tx.nothingChanged()
  return shown
}

/** The super administrator's decision about a cooperative, or their correction of its profile. */
async function updateAny(ask: Ask<SuperAdminActor>, { id, status, reason, ...profile }: Update): Promise<Cooperative> {
  const { tx, actor, context } = ask
  const before = (await lockCooperative(tx, id)) ?? refuse('not_found')
  if (status === before.status) refuse(statusUnchanged({ field: 'status', status }))
  // Approving is the usual end of waiting; every other decision is owed an explanation.
  if (status && !reason && !(status === 'active' && before.status === 'pending'))
    refuse(reasonWanted({ field: 'reason' }))

  // From here on the change must succeed.
  const changed = Object.entries(profile).filter(([, value]) => value !== undefined)
  if (changed.length > 0) {
    const after = await updateProfile(tx, id, profile)
    const { name } = profile
    if (name !== undefined) await update(tx, 'platform.login', { cooperativeId: id, kind: 'cooperative' }, { name })
    const named = (of: Cooperative) =>
      Object.fromEntries(changed.map(([field]) => [field, of[field as keyof typeof profile]]))
    const change = { before: named(before), after: named(after), reason: status ? undefined : reason }
    await recordAudit(tx, actor, { action: 'cooperative.update', cooperativeId: id, ...change }, context)
  }
  if (status) await decide(ask, before, status, reason)
  return (await findCooperative(tx, id)) ?? refuse('not_found')
}

/** A closed cooperative is signed out everywhere at once; the first approval begins the trial. */
async function decide(
  { tx, actor, today, context }: Ask<SuperAdminActor>,
  before: Cooperative,
  status: Exclude<CooperativeStatus, 'pending'>,
  reason: string | undefined,
): Promise<void> {
  const { id: cooperativeId } = before
  const isOpen = status === 'active'
  const trialEndsOn = before.trialEndsOn ?? (isOpen && before.plan === 'trial' ? trialEndFrom(today) : null)
  await update(
    tx,
    'app.cooperative',
    { cooperativeId },
    { status, statusReason: isOpen ? null : (reason ?? null), statusChangedAt: transactionTime, trialEndsOn },
  )
  if (!isOpen) await endSessions(tx, cooperativeId, `cooperative_${status}`)
  const notice = { sentence: statusSentence(before, status, reason), type: isOpen ? 'success' : 'warning' } as const
  await notifyCooperative(tx, before, notice, context)
  const began = trialEndsOn === before.trialEndsOn ? {} : { trialEndsOn }
  const change = { before: { status: before.status }, after: { status, ...began }, reason }
  await recordAudit(tx, actor, { action: 'cooperative.status', cooperativeId, ...change }, context)
}

async function endSessions(tx: Tx, cooperativeId: CooperativeId, endReason: string): Promise<void> {
  await update(tx, 'platform.session', { cooperativeId, endedAt: null }, { endedAt: transactionTime, endReason })
}

/** Removes a cooperative that has no one's record in it. Refuses: not_found, cooperative_has_books. */
export const deleteCooperative = platformAction(contract.deleteCooperative, async ({ tx, actor, context }, { id }) => {
  const cooperative = (await lockCooperative(tx, id)) ?? refuse('not_found')
  // Members come before money, and the super admin's role can see neither: their count is enough.
  if (cooperative.members > 0) refuse(cooperativeHasBooks())

  // From here on the removal must succeed.
  await endSessions(tx, id, 'cooperative_deleted')
  // The record stays for the platform's own history; its login goes, so that phone and name can be used again.
  await update(tx, 'app.cooperative', { cooperativeId: id }, { deletedAt: transactionTime })
  await remove(tx, 'platform.login', { cooperativeId: id })
  const { name, coop_id, phone, status } = cooperative
  const before = { name, coop_id, phone, status }
  await recordAudit(tx, actor, { action: 'cooperative.delete', cooperativeId: id, before }, context)
  return null
})

export const uploadLogo = uploadAction(
  contract.uploadLogo,
  squareReader(logoSide),
  async ({ tx, actor: { cooperativeId } }, { file: { content } }) => {
    await upsert(tx, 'app.logo', ['cooperativeId'], { cooperativeId, content, updatedAt: transactionTime })
    const logoVersion = createHash('sha256').update(content).digest('hex').slice(0, 16)
    await update(tx, 'app.cooperative', { cooperativeId }, { logoVersion })
    return (await findCooperative(tx, cooperativeId)) ?? refuse('not_found')
  },
)

export const deleteLogo = action(contract.deleteLogo, async ({ tx, actor: { cooperativeId } }) => {
  await remove(tx, 'app.logo', { cooperativeId })
  await update(tx, 'app.cooperative', { cooperativeId }, { logoVersion: null })
  return (await findCooperative(tx, cooperativeId)) ?? refuse('not_found')
})

/** Stores the certificate of the cooperative and notifies the platform. Refuses: documents_too_many. */
export const uploadCacDocument = uploadAction(
  contract.uploadCacDocument,
  readDocumentFile,
  async ({ tx, actor, now: uploadedAt }, { file: { fileName, mediaType, content, sha256 } }) => {
    const { name, documents } = await lockDocumentCount(tx)
    const reason = whyNotAddDocument(actor.cooperativeStatus, documents)
    if (reason) throw reason

    // From here on it must succeed.
    const { cooperativeId, loginId: uploadedBy } = actor
    const id = newId<DocumentId>()
    const file = { fileName, mediaType, content, sha256, uploadedBy, uploadedAt }
    await insert(tx, 'app.document', { cooperativeId, documentId: id, kind: 'cac', ...file })
    notifyPlatform(tx, {
      message: fill(strings.uploadedADocument, { name, file: fileName.slice(0, 120) }),
      link: `/superadmin/cooperatives/${cooperativeId}`,
    })
    return { id, fileName, mediaType, bytes: content.length, uploadedAt }
  },
)

/** A certificate of the own cooperative; the super administrator reads it for the verification, and that is recorded. Refuses: not_found. */
export const downloadDocument = sharedAction(
  contract.downloadDocument,
  async ({ tx, actor, context }, { documentId }) => {
    const { cooperativeId, ...document } = await findDocument(tx, documentId)
    const after = { fileName: document.fileName }
    if (actor.role === 'superadmin')
      await recordAudit(tx, actor, { action: 'document.open', cooperativeId, after }, context)
    return document
  },
)
