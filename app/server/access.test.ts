import * as z from 'zod'
import { dayIn } from '#core/calendar.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { noticeVersion } from '#core/privacy-notice.ts'
import { applicationPurpose } from '#features/members/applications/rules/membership-application.ts'
import type { MeetingId } from '#core/ids.ts'
import { routes } from './app.ts'
import { attendanceCode } from '#platform/credentials/attendance-code.ts'
import { type Reply, startTestApp, type TestApp } from '#dev/testing/app.ts'
import { forgeToken } from '#dev/testing/ballots.ts'
import { testSecret } from '#dev/testing/secret.ts'
import { atSize } from '#dev/testing/size.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newPhone,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

/** In every text column of the victim; none of it may reach anybody else. */
const canary = 'canary-7f3a'

type Fixture = {
  victim: TestCooperative
  member: TestMember
  memberToken: string
  otherMember: TestMember
  importId: string
  documentId: string
  accountTypeId: string
  notificationId: string
  messageId: string
  meetingId: string
  /** Where members are recorded as present: a meeting that was held can't be changed by the callers after them. */
  attendedMeetingId: string
  actionId: string
  droppedActionId: string
  ownActionId: string
  voteId: string
  enquiryId: string
  filingId: string
  postId: string
  otherPostId: string
  termId: string
  electionId: string
  candidateId: string
  handOverId: string
  loanConfigId: string
  transactionId: string
  reversalId: string
  changeRequestId: string
  supportAccessId: string
  pledgeId: string
  pendingId: string
  loanId: string
  loanDocumentId: string
  withdrawnLoanId: string
  entryId: string
  accountId: string
  bankAccountId: string
  heldEntryId: string
  employerId: string
  scheduleId: string
  returnId: string
  yearlyTypeId: string
  interestRunId: string
  loanAccrualId: string
  depositTypeId: string
  depositId: string
  goodId: string
  ownLinkId: string
  linkId: string
  erasureRequestId: string
  applicationId: string
  viewId: string
  memberDocumentId: string
  memberRequestId: string
  proofId: string
  paymentId: string
  caseId: string
  settlementId: string
  batchId: string
  payoutKeyId: string
  keyId: string
  auditorId: string
  webhookId: string
  deliveryId: string
}

/** Who asks, in the order of the columns below. */
const callers = [
  'stranger',
  'garbage',
  'revoked',
  'member',
  'otherMember',
  'otherAdmin',
  'pending',
  'superAdmin',
  'owner',
] as const
type Caller = (typeof callers)[number]

type Line = {
  /** The status for each caller, in the order of `callers`. */
  expected: readonly [number, number, number, number, number, number, number, number, number]
  path?: (f: Fixture) => string
  body?: (f: Fixture) => unknown
  file?: { name: string; content: Uint8Array }
}

const csv = (text: string) => ({ name: 'file.csv', content: new TextEncoder().encode(text) })
const png = {
  name: 'paper.png',
  content: Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (c) => c.charCodeAt(0),
  ),
}

const officersOnly = [401, 401, 401, 403, 403, 200, 403, 403, 200] as const
const officersById = [401, 401, 401, 403, 403, 404, 403, 403, 200] as const
const ownPapers = [401, 401, 401, 403, 403, 200, 200, 403, 200] as const
const oversight = [401, 401, 401, 403, 403, 403, 403, 200, 403] as const
/** What every officer and member may read in their own cooperative. */
const everybodyInside = [401, 401, 401, 200, 200, 200, 403, 403, 200] as const
/** One member's: theirs, their officers', and missing to everybody else. */
const ownById = [401, 401, 401, 200, 404, 404, 403, 403, 200] as const
const forOneself = [401, 401, 401, 201, 404, 404, 403, 403, 201] as const
const members = [401, 401, 401, 200, 200, 403, 403, 403, 403] as const
const ownNotification = [401, 401, 401, 200, 404, 404, 403, 404, 404] as const
/** A public call looks at no token, so a stale one does not be in the way of logging in again. */
const everyone = (status: number) => [status, status, status, status, status, status, status, status, status] as const
const signedIn = (status: number) => [401, 401, 401, status, status, status, status, status, status] as const
const withStatus = (statuses: Line['expected'], from: number, to: number) =>
  statuses.map((status) => (status === from ? to : status)) as unknown as Line['expected']

const member = (f: Fixture) => f.member.id
const actionOf = (memberId: string) => ({ wording: canary, memberId, dueOn: '2099-01-01' })
const electionOf = (postId: string) => ({
  ...{ title: canary, posts: [{ postId, seats: 5 }], takesOfficeOn: '2099-01-01' },
  nominationsCloseAt: new Date(Date.now() + 86_400_000).toISOString(),
})
const newMember = () => ({ firstName: 'New', lastName: 'Person', phone: newPhone() })

const applicant = () => ({ ...newMember(), consentVersion: applicationPurpose.version })

const meetingToday = () => ({
  kind: 'general',
  title: 'Meeting',
  date: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
  time: '14:30',
  place: 'Hall',
})

const voteOfToday = (isSecret: boolean, wording = 'Resolved') => ({
  kind: 'resolution',
  wording,
  isSecret,
  closesAt: new Date(Date.now() + 3_600_000).toISOString(),
})

/** One line an endpoint. Deleting and logging out come last, because they take away what the others ask about. */
const lines: Record<string, Line> = {
  'POST /cooperatives/login': {
    expected: everyone(404),
    body: () => ({ identifier: 'AJO-NONE22', password: 'whatever-it-is' }),
  },
  'POST /cooperatives/suspended-books': {
    expected: everyone(404),
    body: () => ({ identifier: 'AJO-NONE22', password: 'whatever-it-is' }),
  },
  'POST /member-auth/login': {
    expected: everyone(401),
    body: () => ({ phoneNumber: newPhone(), password: 'whatever-it-is' }),
  },
  'POST /super-admin/login': {
    expected: everyone(401),
    body: () => ({ identifier: newPhone(), password: 'whatever-it-is' }),
  },
  'POST /member-auth/switch': {
    expected: [401, 401, 401, 404, 404, 404, 404, 404, 404],
    body: (f) => ({ cooperativeId: f.importId, role: 'member' }),
  },
  'POST /cooperatives/refresh-token': { expected: everyone(401), body: () => ({ refreshToken: 'x'.repeat(43) }) },
  'POST /auth/forgot-password': { expected: everyone(200), body: () => ({ identifier: newPhone() }) },
  'POST /auth/reset-password': {
    expected: everyone(422),
    body: () => ({
      identifier: newPhone(),
      code: '12345678',
      password: 'new-password',
      confirmPassword: 'new-password',
    }),
  },
  'POST /auth/change-password': {
    expected: [401, 401, 401, 422, 422, 422, 422, 422, 422],
    body: () => ({
      currentPassword: 'not-the-password',
      password: 'another-password-1',
      confirmPassword: 'another-password-1',
    }),
  },
  // Of a member alone; the fixture's member has a phone.
  'POST /auth/login-proof/code': { expected: [401, 401, 401, 200, 200, 403, 403, 403, 403] },
  'POST /auth/login-proof': {
    expected: [401, 401, 401, 422, 422, 403, 403, 403, 403],
    body: () => ({ code: '12345678' }),
  },
  'GET /auth/sessions': { expected: signedIn(200) },
  'DELETE /auth/sessions/:sessionId': { expected: signedIn(404), path: (f) => `/auth/sessions/${f.importId}` },
  'DELETE /auth/sessions': { expected: signedIn(200) },
  'GET /auth/providers': { expected: everyone(200) },
  'GET /auth/oidc/start': { expected: everyone(422), path: () => '/auth/oidc/start?purpose=nothing' },
  'GET /auth/oidc/callback': { expected: everyone(303) },
  'POST /auth/oidc/session': { expected: everyone(422), body: () => ({ code: 'x'.repeat(43) }) },
  'GET /auth/identities': { expected: signedIn(200) },
  'POST /auth/identities': {
    expected: [401, 401, 401, 422, 422, 422, 422, 403, 422],
    body: () => ({ ticket: 'x'.repeat(43), password: 'whatever-it-is' }),
  },
  'DELETE /auth/identities/:identityId': { expected: signedIn(404), path: (f) => `/auth/identities/${f.importId}` },
  'POST /auth/second-factor/session': {
    expected: everyone(422),
    body: () => ({ ticket: 'x'.repeat(43), code: '123456' }),
  },
  'POST /auth/second-factor/session/challenge': { expected: everyone(422), body: () => ({ ticket: 'x'.repeat(43) }) },
  'GET /auth/second-factor': { expected: signedIn(200) },
  'POST /auth/second-factor/authenticator': { expected: signedIn(422), body: () => ({ password: 'whatever-it-is' }) },
  'POST /auth/second-factor/authenticator/confirm': { expected: signedIn(409), body: () => ({ code: '123456' }) },
  'DELETE /auth/second-factor/authenticator': { expected: signedIn(404) },
  'POST /auth/second-factor/passkeys/challenge': {
    expected: signedIn(422),
    body: () => ({ password: 'whatever-it-is' }),
  },
  'POST /auth/second-factor/passkeys': {
    expected: signedIn(422),
    body: () => ({ name: 'Phone', passkey: { credentialId: 'x', clientData: 'x', attestation: 'x', transports: [] } }),
  },
  'DELETE /auth/second-factor/passkeys/:passkeyId': {
    expected: signedIn(404),
    path: (f) => `/auth/second-factor/passkeys/${f.importId}`,
  },
  'POST /auth/step-up/challenge': { expected: signedIn(200) },
  'POST /auth/step-up': { expected: signedIn(422), body: () => ({ password: 'whatever-it-is' }) },
  'POST /cooperatives/register': {
    expected: everyone(201),
    body: () => ({ name: 'Fresh', phone: newPhone(), password: 'secret-1', confirmpassword: 'secret-1' }),
  },
  'GET /cooperatives/profile': { expected: ownPapers },
  'PUT /cooperatives/profile': { expected: ownPapers, body: () => ({ address: 'Somewhere' }) },
  'PUT /cooperatives/account-holder': { expected: ownPapers, body: () => ({ name: 'Amina Bello', post: 'treasurer' }) },
  'PUT /cooperatives/update/:id': {
    expected: [401, 401, 401, 403, 403, 404, 403, 200, 200],
    path: (f) => `/cooperatives/update/${f.victim.id}`,
    body: () => ({ address: 'Elsewhere' }),
  },
  'GET /cooperatives/list': { expected: oversight },
  'GET /cooperatives/search': { expected: oversight, path: () => '/cooperatives/search?q=test' },
  'GET /cooperatives/details/:id': { expected: oversight, path: (f) => `/cooperatives/details/${f.victim.id}` },
  'GET /cooperatives/statistics': { expected: [401, 401, 401, 403, 403, 200, 403, 200, 200] },
  'POST /cooperatives/logo': { expected: ownPapers, file: png },
  'GET /cooperatives/logo': { expected: [401, 401, 401, 200, 200, 200, 200, 403, 200] },
  'DELETE /cooperatives/logo': { expected: ownPapers },
  'POST /cooperatives/cac-document': { expected: withStatus(ownPapers, 200, 201), file: png },
  'GET /cooperatives/cac-document/:documentId': {
    expected: [401, 401, 401, 403, 403, 404, 404, 200, 200],
    path: (f) => `/cooperatives/cac-document/${f.documentId}`,
  },
  'GET /financial/members/:memberId/documents': {
    expected: ownById,
    path: (f) => `/financial/members/${member(f)}/documents`,
  },
  'GET /financial/members/:memberId/documents/:documentId': {
    expected: ownById,
    path: (f) => `/financial/members/${member(f)}/documents/${f.memberDocumentId}`,
  },
  'POST /financial/members/:memberId/documents': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/financial/members/${member(f)}/documents`,
    file: png,
  },
  'GET /financial/members/:memberId/photo': { expected: ownById, path: (f) => `/financial/members/${member(f)}/photo` },
  'POST /financial/members/:memberId/photo': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/photo`,
    file: png,
  },
  'GET /financial/members/:memberId/balances': {
    expected: ownById,
    path: (f) => `/financial/members/${member(f)}/balances`,
  },
  'GET /cooperatives/members/:memberId/events': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/events`,
  },
  // The page itself is for everybody, so what it shows of a society is no secret; here no one has that code.
  'GET /join-pages/:code': { expected: everyone(404), path: () => '/join-pages/AJO-NONE22' },
  'POST /join-pages/:code/applications': {
    expected: everyone(404),
    path: () => '/join-pages/AJO-NONE22/applications',
    body: applicant,
  },
  'GET /cooperatives/join-page': { expected: officersOnly },
  'PUT /cooperatives/join-page': { expected: officersOnly, body: () => ({ isOpen: true }) },
  'GET /membership-applications': { expected: officersOnly },
  'GET /membership-applications/:applicationId': {
    expected: officersById,
    path: (f) => `/membership-applications/${f.applicationId}`,
  },
  'POST /membership-applications/:applicationId/approve': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/membership-applications/${f.applicationId}/approve`,
    body: () => ({}),
  },
  'POST /membership-applications/:applicationId/decline': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/membership-applications/${f.applicationId}/decline`,
    body: () => ({ reason: 'No' }),
  },
  'POST /cooperatives/members': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ member: [newMember()] }),
  },
  'POST /members': { expected: withStatus(officersOnly, 200, 201), body: newMember },
  'GET /members': { expected: officersOnly },
  'GET /members/search': { expected: officersOnly, path: () => '/members/search?q=canary' },
  'GET /members/views': { expected: officersOnly },
  'POST /members/views': { expected: withStatus(officersOnly, 200, 201), body: () => ({ name: 'Mine', shows: {} }) },
  'PUT /members/views/:viewId': {
    expected: officersById,
    path: (f) => `/members/views/${f.viewId}`,
    body: () => ({ shows: { status: 'active' } }),
  },
  'DELETE /members/views/:viewId': { expected: officersById, path: (f) => `/members/views/${f.viewId}` },
  'POST /members/export': {
    expected: officersById,
    body: (f) => ({ members: { ids: [member(f)] }, format: 'csv', columns: ['name', 'phone'] }),
  },
  'POST /members/status': {
    expected: officersById,
    body: (f) => ({ members: { ids: [member(f)] }, status: 'active', reason: canary }),
  },
  'GET /members/similar': {
    expected: officersOnly,
    path: (f) => `/members/similar?phone=${encodeURIComponent(f.member.phone)}`,
  },
  'GET /cooperatives/members/:memberId/status-changes': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/status-changes`,
  },
  // This member has activated already.
  'GET /cooperatives/members/:memberId/bank-details': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/bank-details`,
  },
  'PUT /cooperatives/members/:memberId/bank-details': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/bank-details`,
    body: () => ({ bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Ada Obi' }),
  },
  'POST /members/activation-codes': {
    expected: withStatus(officersById, 200, 409),
    body: (f) => ({ members: { ids: [member(f)] } }),
  },
  'POST /members/activation-slips': {
    expected: withStatus(officersById, 200, 409),
    body: (f) => ({ members: { ids: [member(f)] } }),
  },
  'DELETE /cooperatives/members/:memberId/sessions': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/sessions`,
  },
  'POST /cooperatives/members/:memberId/activation': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/activation`,
  },
  // The fixture's member has a phone.
  'POST /cooperatives/members/:memberId/login-proof': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/cooperatives/members/${member(f)}/login-proof`,
  },
  'GET /cooperatives/members/:id': { expected: officersById, path: (f) => `/cooperatives/members/${member(f)}` },
  'PUT /cooperatives/members/:id': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}`,
    body: () => ({ address: `${canary} Street` }),
  },
  'PUT /cooperatives/members/:id/contributions-due-from': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/contributions-due-from`,
    body: () => ({ dueFrom: '2025-06', arrears: 0, reason: canary }),
  },
  'GET /cooperatives/members/:id/nominees': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/nominees`,
  },
  'PUT /cooperatives/members/:id/nominees': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/nominees`,
    body: () => ({ nominees: [{ firstName: canary, sharePercent: 100 }] }),
  },
  'GET /member-portal/nominees': { expected: members },
  'GET /cooperatives/members/:memberId/leaving': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/leaving`,
  },
  // The member stays for the lines below: a day before they joined starts nothing, and a leaving that never was can't be touched.
  'POST /cooperatives/members/:id/readmission': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/cooperatives/members/${member(f)}/readmission`,
    body: () => ({ reason: canary }),
  },
  'POST /cooperatives/members/:id/merge': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/members/${member(f)}/merge`,
    body: () => ({ into: randomUUID(), reason: canary }),
  },
  'POST /cooperatives/members/:memberId/leaving': {
    expected: withStatus(officersById, 200, 422),
    path: (f) => `/cooperatives/members/${member(f)}/leaving`,
    body: () => ({ reason: 'expulsion', noticedOn: '1990-01-01' }),
  },
  'POST /cooperatives/leavings/:leavingId/waive-notice': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/waive-notice`,
    body: () => ({ reason: 'No' }),
  },
  'POST /cooperatives/leavings/:leavingId/cancel': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/cancel`,
    body: () => ({ reason: 'No' }),
  },
  'POST /cooperatives/leavings/:leavingId/settle': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/settle`,
    body: () => ({ net: 1, payees: [] }),
  },
  'POST /cooperatives/leavings/:leavingId/approve': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/approve`,
  },
  'POST /cooperatives/leavings/:leavingId/reject': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/reject`,
    body: () => ({ reason: 'No' }),
  },
  'POST /cooperatives/leavings/:leavingId/reverse': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/reverse`,
    body: () => ({ reason: 'No' }),
  },
  'GET /cooperatives/leavings/:leavingId/sheet': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/sheet`,
  },
  'POST /cooperatives/leavings/:leavingId/payees/:number/pay': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/payees/1/pay`,
    body: (f) => ({ paidThrough: f.accountId }),
  },
  'POST /cooperatives/leavings/:leavingId/payees/:number/reverse': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/cooperatives/leavings/${member(f)}/payees/1/reverse`,
    body: () => ({ reason: 'No' }),
  },
  'GET /cooperatives/members/:memberId/roles': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/roles`,
  },
  'PUT /cooperatives/members/:memberId/roles': {
    expected: officersById,
    path: (f) => `/cooperatives/members/${member(f)}/roles`,
    body: () => ({ roleIds: ['member'] }),
  },
  'GET /member-portal/profile': { expected: members, path: () => '/member-portal/profile?_t=1' },
  'GET /member-portal/dashboard': { expected: members },
  'GET /member-portal/statement': { expected: members },
  'GET /financial/members/:memberId/statement': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/statement`,
  },
  'GET /financial/transactions/:transactionId/receipt': {
    expected: ownById,
    path: (f) => `/financial/transactions/${f.transactionId}/receipt`,
  },
  'POST /member-portal/statement-links': {
    expected: withStatus(members, 200, 201),
    body: () => ({ from: '2026-01-01', to: '2026-01-31', days: 7 }),
  },
  'GET /member-portal/statement-links': { expected: members },
  'DELETE /member-portal/statement-links/:linkId': {
    expected: [401, 401, 401, 200, 404, 403, 403, 403, 403],
    path: (f) => `/member-portal/statement-links/${f.ownLinkId}`,
  },
  'POST /financial/members/:memberId/statement-links': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/financial/members/${member(f)}/statement-links`,
    body: () => ({ from: '2026-01-01', to: '2026-01-31', days: 7 }),
  },
  'GET /financial/members/:memberId/statement-links': {
    expected: officersOnly,
    path: (f) => `/financial/members/${member(f)}/statement-links`,
  },
  'DELETE /financial/members/:memberId/statement-links/:linkId': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/statement-links/${f.linkId}`,
  },
  'GET /member-portal/my-data': { expected: members },
  'GET /member-portal/consents': { expected: members },
  'POST /member-portal/consents': { expected: withStatus(members, 200, 201), body: () => ({ version: noticeVersion }) },
  'POST /member-portal/requests': {
    expected: [401, 401, 401, 201, 201, 403, 403, 403, 403],
    body: () => ({ profile: { address: 'Somewhere else' } }),
  },
  'GET /member-portal/requests': { expected: members },
  'POST /member-portal/requests/:requestId/withdraw': {
    expected: [401, 401, 401, 409, 404, 403, 403, 403, 403],
    path: (f) => `/member-portal/requests/${f.memberRequestId}/withdraw`,
  },
  'GET /member-requests': { expected: officersOnly },
  'POST /member-requests/:requestId/approve': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/member-requests/${f.memberRequestId}/approve`,
  },
  'POST /member-requests/:requestId/decline': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/member-requests/${f.memberRequestId}/decline`,
    body: () => ({ reason: 'No' }),
  },
  'POST /financial/transactions/:transactionId/proof': {
    expected: [401, 401, 401, 201, 404, 403, 403, 403, 403],
    path: (f) => `/financial/transactions/${f.pendingId}/proof`,
    file: png,
  },
  'GET /financial/transactions/:transactionId/proof': {
    expected: ownById,
    path: (f) => `/financial/transactions/${f.pendingId}/proof`,
  },
  'GET /financial/transactions/:transactionId/proof/:proofId': {
    expected: ownById,
    path: (f) => `/financial/transactions/${f.pendingId}/proof/${f.proofId}`,
  },
  'POST /financial/transactions/:transactionId/bill': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/transactions/${f.pendingId}/bill`,
    file: png,
  },
  'GET /financial/transactions/:transactionId/voucher': {
    expected: [401, 401, 401, 403, 403, 404, 403, 403, 404],
    path: (f) => `/financial/transactions/${f.transactionId}/voucher`,
  },
  'GET /financial/approvals/rules': { expected: officersOnly },
  'POST /member-portal/erasure-requests': { expected: [401, 401, 401, 409, 201, 403, 403, 403, 403], body: () => ({}) },
  'GET /member-portal/erasure-requests': { expected: members },
  'GET /members/erasure-requests': { expected: officersOnly },
  'POST /members/:id/erasure-requests': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/members/${member(f)}/erasure-requests`,
    body: () => ({ writtenOn: '2026-01-05', note: 'In the file of the year' }),
  },
  'POST /members/erasure-requests/:requestId/decide': {
    expected: officersById,
    path: (f) => `/members/erasure-requests/${f.erasureRequestId}/decide`,
    body: () => ({ decision: 'refuse', reason: 'Not yet' }),
  },
  'GET /financial/contributions': {
    expected: [401, 401, 401, 200, 200, 200, 403, 403, 200],
    path: (f) => `/financial/contributions?memberId=${member(f)}`,
  },
  'POST /financial/contributions': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => ({ memberId: member(f), amount: 100, anotherPayment: true }),
  },
  'POST /financial/contributions/bulk': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => ({ rows: [{ memberId: member(f), amount: 100 }], anotherPayment: true }),
  },
  'GET /financial/employers': { expected: officersOnly },
  'POST /financial/employers': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ name: 'Bank', code: 'B-1' }),
  },
  'GET /financial/employers/:employerId': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}`,
  },
  'PUT /financial/employers/:employerId': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}`,
    body: () => ({ code: 'X-1' }),
  },
  'GET /financial/employers/:employerId/members': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}/members`,
  },
  'PUT /financial/employers/:employerId/members': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}/members`,
    body: () => ({ rows: [{ membershipno: '1', staffNumber: 'S1' }] }),
  },
  'POST /financial/employers/:employerId/members/file': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}/members/file`,
    file: csv('Member no,Staff no\n1,S1\n'),
  },
  'GET /financial/members/:memberId/employer': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/employer`,
  },
  'PUT /financial/members/:memberId/employer': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/employer`,
    body: (f) => ({ employerId: f.employerId, staffNumber: 'S1' }),
  },
  'GET /financial/interest': { expected: officersOnly },
  'GET /financial/interest/preview': {
    expected: withStatus(officersById, 404, 422),
    path: (f) => `/financial/interest/preview?accountTypeId=${f.yearlyTypeId}&to=2025-12-31`,
  },
  'POST /financial/interest/runs': {
    expected: withStatus(withStatus(officersById, 404, 422), 200, 409),
    body: (f) => ({ accountTypeId: f.yearlyTypeId, to: '2025-12-31', total: 1 }),
  },
  'GET /financial/interest/runs': { expected: officersOnly },
  'GET /financial/fixed-assets': { expected: officersOnly },
  'POST /financial/fixed-assets': {
    expected: withStatus(officersOnly, 200, 422),
    body: (f) => ({ name: canary, accountId: f.yearlyTypeId, boughtOn: '2025-01-01', cost: 1, lifeMonths: 12 }),
  },
  'POST /financial/fixed-assets/:assetId/remove': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/fixed-assets/${f.yearlyTypeId}/remove`,
    body: () => ({ reason: canary }),
  },
  'POST /financial/fixed-assets/:assetId/dispose': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/fixed-assets/${f.yearlyTypeId}/dispose`,
    body: () => ({ occurredOn: '2025-01-01', proceeds: 0, reason: canary }),
  },
  'GET /financial/depreciation': { expected: officersOnly },
  'GET /financial/depreciation/preview': {
    expected: officersOnly,
    path: () => '/financial/depreciation/preview?through=2025-01',
  },
  'POST /financial/depreciation': {
    expected: withStatus(officersOnly, 200, 409),
    body: () => ({ through: '2025-01', amount: 1 }),
  },
  'GET /financial/provision-classes': { expected: officersOnly },
  'PUT /financial/provision-classes': {
    expected: withStatus(officersOnly, 200, 422),
    body: () => ({ classes: [0, 0, 0, 0, 0].map((from) => ({ from, percent: 1 })) }),
  },
  'GET /financial/year-closings/:yearEnd': {
    expected: withStatus(officersOnly, 200, 422),
    path: () => '/financial/year-closings/2020-12-31',
  },
  'GET /financial/surplus-rules': { expected: officersOnly },
  'PUT /financial/surplus-rules': { expected: officersOnly, body: () => ({ heads: [], directorApproves: false }) },
  'GET /financial/surpluses/:yearEnd': {
    expected: withStatus(officersOnly, 200, 409),
    path: () => '/financial/surpluses/2020-12-31',
  },
  'POST /financial/surpluses/:yearEnd/appropriation': {
    expected: withStatus(officersOnly, 200, 409),
    path: () => '/financial/surpluses/2020-12-31/appropriation',
    body: (f) => ({ lines: [{ accountId: f.yearlyTypeId, amount: 1 }], meetingId: f.yearlyTypeId, resolution: canary }),
  },
  'POST /financial/dividends/preview': {
    expected: withStatus(officersOnly, 200, 404),
    body: (f) => ({ appropriationId: f.yearlyTypeId, accountId: f.yearlyTypeId, basis: 'interest_paid' }),
  },
  'POST /financial/dividends': {
    expected: withStatus(officersOnly, 200, 404),
    body: (f) => ({
      appropriationId: f.yearlyTypeId,
      accountId: f.yearlyTypeId,
      basis: 'interest_paid',
      paidTo: f.yearlyTypeId,
      members: 1,
      net: 1,
    }),
  },
  'GET /financial/dividends': { expected: officersOnly },
  'GET /financial/dividends/:runId': {
    expected: withStatus(officersOnly, 200, 404),
    path: (f) => `/financial/dividends/${f.yearlyTypeId}`,
  },
  'GET /member-portal/dividends': { expected: members },
  'GET /financial/dividend-settings': { expected: officersOnly },
  'PUT /financial/dividend-settings': {
    expected: officersOnly,
    body: () => ({ paidTo: 'savings', membersChoose: false }),
  },
  'GET /financial/dividend-rules': { expected: officersOnly },
  'GET /financial/dividend-cap/:yearEnd': {
    expected: withStatus(officersOnly, 200, 409),
    path: () => '/financial/dividend-cap/2020-12-31',
  },
  'PUT /financial/dividend-rules': {
    expected: officersOnly,
    body: () => ({ basis: null, method: null, heldMonths: null, capPercent: null }),
  },
  'GET /financial/dividends/payable': { expected: officersOnly },
  'POST /financial/dividends/payments': {
    expected: withStatus(officersOnly, 200, 404),
    body: (f) => ({ accountId: f.yearlyTypeId, members: 1, amount: 1 }),
  },
  'GET /member-portal/dividend-choice': { expected: members },
  'PUT /member-portal/dividend-choice': { expected: withStatus(members, 200, 409), body: () => ({ paidTo: 'bank' }) },
  'GET /financial/loan-accruals': { expected: officersOnly },
  'GET /financial/loan-accruals/preview': {
    expected: withStatus(officersOnly, 200, 422),
    path: () => '/financial/loan-accruals/preview?on=2025-12-31',
  },
  'POST /financial/loan-accruals': {
    expected: withStatus(officersOnly, 200, 422),
    body: () => ({ on: '2025-12-31', receivable: 0, inAdvance: 0, payable: 0 }),
  },
  'GET /financial/loan-accruals/preview/deposits': {
    expected: withStatus(officersOnly, 200, 422),
    path: () => '/financial/loan-accruals/preview/deposits?on=2025-12-31',
  },
  'GET /financial/loan-accruals/:accrualId/deposits': {
    expected: officersById,
    path: (f) => `/financial/loan-accruals/${f.loanAccrualId}/deposits`,
  },
  'GET /financial/loan-accruals/:accrualId': {
    expected: officersById,
    path: (f) => `/financial/loan-accruals/${f.loanAccrualId}`,
  },
  'GET /financial/interest/runs/:runId': {
    expected: officersById,
    path: (f) => `/financial/interest/runs/${f.interestRunId}`,
  },
  'GET /financial/fixed-deposits': { expected: everybodyInside },
  'POST /financial/fixed-deposits': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => ({ memberId: member(f), accountTypeId: f.depositTypeId, amount: 1000 }),
  },
  'POST /financial/fixed-deposits/mature': { expected: withStatus(officersOnly, 200, 409), body: () => ({}) },
  'POST /financial/fixed-deposits/:depositId/break': {
    expected: officersById,
    path: (f) => `/financial/fixed-deposits/${f.depositId}/break`,
    body: () => ({ reason: canary }),
  },
  'GET /financial/deductions/settings': { expected: officersOnly },
  'PUT /financial/deductions/settings': { expected: officersOnly, body: () => ({ levy: 100 }) },
  'GET /financial/deductions/schedules': { expected: officersOnly },
  'POST /financial/deductions/schedules': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => ({ employerId: f.employerId, period: '2031-01' }),
  },
  'GET /financial/deductions/schedules/:scheduleId': {
    expected: officersById,
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}`,
  },
  'POST /financial/deductions/schedules/:scheduleId/rebuild': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/rebuild`,
  },
  'POST /financial/deductions/schedules/:scheduleId/send': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/send`,
  },
  'GET /financial/deductions/schedules/:scheduleId/lines': {
    expected: officersById,
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/lines`,
  },
  'GET /financial/deductions/schedules/:scheduleId/variations': {
    expected: officersById,
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/variations`,
  },
  'GET /financial/deductions/schedules/:scheduleId/file': {
    expected: officersById,
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/file?format=csv`,
  },
  'GET /financial/deductions/returns/:returnId': {
    expected: officersById,
    path: (f) => `/financial/deductions/returns/${f.returnId}`,
  },
  'GET /financial/deductions/returns/:returnId/lines': {
    expected: officersById,
    path: (f) => `/financial/deductions/returns/${f.returnId}/lines`,
  },
  'GET /financial/deductions/returns/:returnId/rows': {
    expected: officersById,
    path: (f) => `/financial/deductions/returns/${f.returnId}/rows`,
  },
  'PUT /financial/deductions/returns/:returnId': {
    expected: officersById,
    path: (f) => `/financial/deductions/returns/${f.returnId}`,
    body: () => ({ employerSays: 100 }),
  },
  // Without the columns of the layout it is refused, and the return above stays.
  'POST /financial/deductions/schedules/:scheduleId/returns': {
    expected: withStatus(officersById, 200, 422),
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/returns`,
    file: csv('Staff,Amount\nS1,100\n'),
  },
  'POST /financial/deductions/returns/:returnId/reverse': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/deductions/returns/${f.returnId}/reverse`,
    body: () => ({ reason: 'Wrong' }),
  },
  'GET /financial/deductions/schedules/:scheduleId/remittances': {
    expected: officersById,
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/remittances`,
  },
  'POST /financial/deductions/schedules/:scheduleId/remittances': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/remittances`,
    body: () => ({ amount: 1 }),
  },
  'POST /financial/deductions/remittances/:remittanceId/reverse': {
    expected: [401, 401, 401, 403, 403, 404, 403, 403, 404],
    path: (f) => `/financial/deductions/remittances/${f.importId}/reverse`,
    body: () => ({ reason: 'Wrong' }),
  },
  'POST /financial/deductions/returns/:returnId/post': {
    expected: withStatus(officersById, 200, 202),
    path: (f) => `/financial/deductions/returns/${f.returnId}/post`,
  },
  'GET /financial/transactions': {
    expected: [401, 401, 401, 200, 200, 200, 403, 403, 200],
    path: (f) => `/financial/transactions?memberId=${member(f)}`,
  },
  'GET /financial/transactions/deposits': {
    expected: everybodyInside,
    path: (f) => `/financial/transactions/deposits?memberId=${member(f)}`,
  },
  'POST /financial/transactions': {
    expected: forOneself,
    body: (f) => ({ type: 'deposit', memberId: member(f), amount: 100, anotherPayment: true }),
  },
  'POST /financial/transactions/deposits': {
    expected: forOneself,
    body: (f) => ({ memberId: member(f), amount: 100, anotherPayment: true }),
  },
  'GET /financial/transactions/:transactionId': {
    expected: ownById,
    path: (f) => `/financial/transactions/${f.transactionId}`,
  },
  'POST /financial/transactions/:transactionId/approve': {
    expected: officersById,
    path: (f) => `/financial/transactions/${f.pendingId}/approve`,
    body: () => ({}),
  },
  'POST /financial/transactions/:transactionId/reject': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/transactions/${f.transactionId}/reject`,
    body: () => ({ reason: 'No' }),
  },
  'GET /financial/posting-accounts': { expected: officersOnly },
  'GET /financial/members/:memberId/accounts': {
    expected: ownById,
    path: (f) => `/financial/members/${member(f)}/accounts`,
  },
  'GET /financial/reminders': { expected: officersOnly },
  'PUT /financial/reminders': { expected: officersOnly, body: () => ({ remindDaysBefore: 5 }) },
  'GET /financial/approvals': { expected: officersOnly },
  'POST /financial/reversals/:reversalId/approve': {
    expected: officersById,
    path: (f) => `/financial/reversals/${f.reversalId}/approve`,
    body: () => ({}),
  },
  'POST /financial/reversals/:reversalId/reject': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/reversals/${f.reversalId}/reject`,
    body: () => ({ reason: 'No' }),
  },
  'GET /change-requests': { expected: officersOnly },
  'POST /change-requests/:changeRequestId/approve': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/change-requests/${f.changeRequestId}/approve`,
    body: () => ({}),
  },
  'POST /change-requests/:changeRequestId/reject': {
    expected: officersById,
    path: (f) => `/change-requests/${f.changeRequestId}/reject`,
    body: () => ({ reason: 'No' }),
  },
  'GET /financial/pledges': { expected: everybodyInside, path: (f) => `/financial/pledges?memberId=${member(f)}` },
  'POST /financial/pledges': {
    expected: [401, 401, 401, 403, 403, 404, 403, 403, 201],
    body: (f) => ({ memberId: member(f), amount: 1, reason: canary }),
  },
  'POST /financial/pledges/:pledgeId/release': {
    expected: officersById,
    path: (f) => `/financial/pledges/${f.pledgeId}/release`,
    body: () => ({ reason: 'Settled' }),
  },
  'POST /financial/transactions/:transactionId/reverse': {
    expected: officersById,
    path: (f) => `/financial/transactions/${f.transactionId}/reverse`,
    body: () => ({ reason: 'Wrong amount' }),
  },
  'GET /financial/members/:id/financial-records': {
    expected: ownById,
    path: (f) => `/financial/members/${member(f)}/financial-records`,
  },
  'GET /financial/members/:memberId/loans': { expected: ownById, path: (f) => `/financial/members/${member(f)}/loans` },
  'GET /financial/loan-statuses': { expected: everybodyInside },
  'GET /financial/loans': { expected: everybodyInside, path: (f) => `/financial/loans?memberId=${member(f)}` },
  'GET /financial/loans/eligibility': {
    expected: withStatus(ownById, 201, 200),
    path: (f) => `/financial/loans/eligibility?memberId=${member(f)}`,
  },
  'GET /financial/loan-config/:id/preview': {
    expected: [401, 401, 401, 200, 200, 404, 403, 403, 200],
    path: (f) => `/financial/loan-config/${f.loanConfigId}/preview?principal=12000&instalments=2`,
  },
  'GET /financial/guarantors': {
    expected: everybodyInside,
    path: () => '/financial/guarantors?named=AJO-NONE22%2F00001',
  },
  'POST /financial/loans': {
    expected: forOneself,
    body: (f) => ({ memberId: member(f), loanConfigId: f.loanConfigId, principal: 1, instalments: 1 }),
  },
  'POST /financial/loans/provision': { expected: withStatus(officersOnly, 200, 409) },
  'POST /financial/loans/preview': {
    expected: signedIn(200),
    body: () => ({
      principal: 1000,
      annualRatePercent: 12,
      interestMethod: 'flat',
      instalments: 2,
      unit: 'month',
      startOn: '2026-01-31',
      dayCount: 'monthly',
    }),
  },
  'GET /financial/loans/portfolio': { expected: officersOnly },
  'GET /financial/loans/:loanId/review': {
    expected: [401, 401, 401, 403, 403, 404, 403, 403, 200],
    path: (f) => `/financial/loans/${f.loanId}/review`,
  },
  'GET /financial/loans/:loanId': { expected: ownById, path: (f) => `/financial/loans/${f.loanId}` },
  'POST /financial/loans/:loanId/approve': {
    expected: officersById,
    path: (f) => `/financial/loans/${f.loanId}/approve`,
  },
  'POST /financial/loans/:loanId/reject': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.loanId}/reject`,
    body: () => ({ reason: 'No' }),
  },
  'POST /financial/loans/:loanId/disburse': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/financial/loans/${f.loanId}/disburse`,
    body: () => ({ to: 'cash' }),
  },
  'POST /financial/loans/:loanId/repayments': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/financial/loans/${f.loanId}/repayments`,
    body: () => ({ amount: 0.01, anotherPayment: true }),
  },
  // Nothing is paid out yet when the member asks.
  'GET /financial/loans/:loanId/settlement-quote': {
    expected: [401, 401, 401, 409, 404, 404, 403, 403, 200],
    path: (f) => `/financial/loans/${f.loanId}/settlement-quote`,
  },
  'GET /financial/loans/:loanId/agreement': {
    expected: [401, 401, 401, 409, 404, 404, 403, 403, 200],
    path: (f) => `/financial/loans/${f.loanId}/agreement`,
  },
  'GET /financial/loans/:loanId/documents': {
    expected: ownById,
    path: (f) => `/financial/loans/${f.loanId}/documents`,
  },
  'POST /financial/loans/:loanId/documents': {
    expected: forOneself,
    path: (f) => `/financial/loans/${f.loanId}/documents`,
    file: png,
  },
  'GET /financial/loans/:loanId/documents/:documentId': {
    expected: ownById,
    path: (f) => `/financial/loans/${f.loanId}/documents/${f.loanDocumentId}`,
  },
  // An officer added it.
  'DELETE /financial/loans/:loanId/documents/:documentId': {
    expected: [401, 401, 401, 409, 404, 404, 403, 403, 200],
    path: (f) => `/financial/loans/${f.loanId}/documents/${f.loanDocumentId}`,
  },
  'POST /financial/loans/:loanId/movements/:movementId/reverse': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/loans/${f.loanId}/movements/${f.loanId}/reverse`,
    body: () => ({ reason: 'No' }),
  },
  'GET /financial/loans/:loanId/recovery': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.loanId}/recovery`,
  },
  'POST /financial/loans/:loanId/recovery': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.loanId}/recovery`,
    body: (f) => ({ scope: 'overdue', parts: [{ memberId: member(f), source: 'savings', amount: 1 }], reason: 'Late' }),
  },
  'POST /financial/loans/:loanId/reschedule/preview': {
    expected: withStatus(officersById, 200, 422),
    path: (f) => `/financial/loans/${f.loanId}/reschedule/preview`,
    body: () => ({ instalments: 2, on: '2020-01-01' }),
  },
  'POST /financial/loans/:loanId/reschedule': {
    expected: withStatus(officersById, 200, 422),
    path: (f) => `/financial/loans/${f.loanId}/reschedule`,
    body: () => ({ instalments: 2, on: '2020-01-01', reason: 'Ill' }),
  },
  'POST /financial/loans/:loanId/deliver': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.loanId}/deliver`,
    body: () => ({}),
  },
  'POST /financial/loans/:loanId/delivery/undo': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.loanId}/delivery/undo`,
    body: () => ({ reason: 'No' }),
  },
  'GET /financial/goods': { expected: everybodyInside },
  'GET /financial/bank-accounts': { expected: everybodyInside },
  'PUT /financial/bank-accounts/:accountId': {
    expected: officersById,
    path: (f) => `/financial/bank-accounts/${f.bankAccountId}`,
    body: () => ({ bank: 'Zenith Bank', accountNumber: '1012345678', accountName: canary, shownToMembers: false }),
  },
  'GET /financial/online-payment-settings': { expected: officersOnly },
  'PUT /financial/online-payment-settings': {
    expected: officersOnly,
    body: () => ({ isOn: false, subaccount: null, chargeBorneBy: 'society' }),
  },
  'GET /member-portal/payment-offer': { expected: members },
  'POST /member-portal/payments': {
    expected: withStatus(members, 200, 409),
    body: () => ({ lines: [{ kind: 'contribution', amount: 100 }] }),
  },
  'GET /member-portal/payments': { expected: members },
  'GET /member-portal/payments/:paymentId': {
    expected: [401, 401, 401, 200, 404, 403, 403, 403, 403],
    path: (f) => `/member-portal/payments/${f.paymentId}`,
  },
  'GET /member-portal/transfer-account': { expected: members },
  'POST /member-portal/transfer-account': { expected: withStatus(members, 200, 409) },
  'GET /financial/online-payments': { expected: officersOnly },
  'GET /financial/online-payments/:paymentId/suggestions': {
    expected: officersById,
    path: (f) => `/financial/online-payments/${f.paymentId}/suggestions`,
  },
  'GET /financial/held-money': { expected: officersOnly },
  'POST /financial/held-money/:entryId/allocate': {
    expected: officersById,
    path: (f) => `/financial/held-money/${f.heldEntryId}/allocate`,
    body: (f) => ({ memberId: member(f), lines: [{ kind: 'contribution', amount: 100 }] }),
  },
  'POST /financial/held-money/:entryId/refund': {
    expected: officersById,
    path: (f) => `/financial/held-money/${f.heldEntryId}/refund`,
    body: () => ({ amount: 100, party: canary, reference: 'R 1' }),
  },
  'POST /financial/held-money/:entryId/return': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/held-money/${f.heldEntryId}/return`,
    body: () => ({ amount: 100, reference: 'R 2' }),
  },
  'POST /financial/online-payments/:paymentId/allocate': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/online-payments/${f.paymentId}/allocate`,
    body: (f) => ({ memberId: member(f), lines: [{ kind: 'contribution', amount: 100 }] }),
  },
  'GET /financial/online-payments/cases': { expected: officersOnly },
  'POST /financial/online-payments/cases/:caseId/reverse-payment': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/online-payments/cases/${f.caseId}/reverse-payment`,
  },
  'POST /financial/online-payments/cases/:caseId/record': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/online-payments/cases/${f.caseId}/record`,
    body: (f) => ({ accountId: f.bankAccountId }),
  },
  'GET /financial/online-payments/settlements': { expected: officersOnly },
  'GET /financial/online-payments/settlements/clearing': { expected: officersOnly },
  'GET /financial/online-payments/settlements/:settlementId': {
    expected: officersById,
    path: (f) => `/financial/online-payments/settlements/${f.settlementId}`,
  },
  'GET /financial/online-payments/settlements/:settlementId/payments': {
    expected: officersById,
    path: (f) => `/financial/online-payments/settlements/${f.settlementId}/payments`,
  },
  'POST /financial/online-payments/settlements/:settlementId/post': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/online-payments/settlements/${f.settlementId}/post`,
    body: (f) => ({ accountId: f.bankAccountId }),
  },
  'POST /financial/online-payments/settlements/read': { expected: withStatus(officersOnly, 200, 409) },
  'GET /financial/payable': { expected: officersOnly, path: (f) => `/financial/payable?accountId=${f.bankAccountId}` },
  'GET /financial/payment-batches': { expected: officersOnly },
  'POST /financial/payment-batches': {
    expected: withStatus(officersById, 200, 409),
    body: (f) => ({ accountId: f.bankAccountId, entryIds: [f.batchId] }),
  },
  'GET /financial/payment-batches/:batchId': {
    expected: officersById,
    path: (f) => `/financial/payment-batches/${f.batchId}`,
  },
  'GET /financial/payment-batches/:batchId/items': {
    expected: officersById,
    path: (f) => `/financial/payment-batches/${f.batchId}/items`,
  },
  'POST /financial/payment-batches/:batchId/approve': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/payment-batches/${f.batchId}/approve`,
    body: () => ({ accountsChecked: true }),
  },
  'POST /financial/payment-batches/:batchId/cancel': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/payment-batches/${f.batchId}/cancel`,
  },
  'POST /financial/payment-batches/:batchId/file': {
    expected: officersById,
    path: (f) => `/financial/payment-batches/${f.batchId}/file`,
    body: () => ({ format: 'csv' }),
  },
  'POST /financial/payment-batches/:batchId/void-file': {
    expected: officersById,
    path: (f) => `/financial/payment-batches/${f.batchId}/void-file`,
  },
  'POST /financial/payment-batches/:batchId/result-file': {
    expected: officersById,
    path: (f) => `/financial/payment-batches/${f.batchId}/result-file`,
    file: csv('Reference,Status\nPB1-1,Paid\n'),
  },
  'POST /financial/payment-batches/:batchId/results': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/payment-batches/${f.batchId}/results`,
    body: () => ({ results: [{ line: 1, outcome: 'paid' }] }),
  },
  'POST /financial/payment-batches/:batchId/send': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/payment-batches/${f.batchId}/send`,
  },
  'POST /financial/payment-batches/:batchId/send-again': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/payment-batches/${f.batchId}/send-again`,
  },
  'POST /financial/payment-batches/:batchId/ask-names': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/payment-batches/${f.batchId}/ask-names`,
  },
  'GET /financial/payout-settings': { expected: officersOnly },
  'PUT /financial/payout-limit': { expected: officersOnly, body: () => ({ dailyLimit: 1000 }) },
  // This server sends nothing.
  'POST /financial/payout-keys': {
    expected: withStatus(officersOnly, 200, 409),
    body: () => ({ secretKey: 'sk_live_0123456789' }),
  },
  'POST /financial/payout-keys/:keyId/use': {
    expected: officersById,
    path: (f) => `/financial/payout-keys/${f.payoutKeyId}/use`,
  },
  'DELETE /financial/payout-keys/:keyId': {
    expected: officersById,
    path: (f) => `/financial/payout-keys/${f.payoutKeyId}`,
  },
  'GET /financial/bank-layouts/:accountId': {
    expected: officersById,
    path: (f) => `/financial/bank-layouts/${f.bankAccountId}`,
  },
  'PUT /financial/bank-layouts/:accountId': {
    expected: officersById,
    path: (f) => `/financial/bank-layouts/${f.bankAccountId}`,
    body: () => ({
      layout: ['accountNumber', 'amount', 'reference'].map((field) => ({ field, heading: `${canary} ${field}` })),
    }),
  },
  'POST /financial/goods': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ name: 'Rice', unit: 'bag', price: 60_000 }),
  },
  'PUT /financial/goods/:goodId': {
    expected: officersById,
    path: (f) => `/financial/goods/${f.goodId}`,
    body: () => ({ price: 65_000 }),
  },
  'POST /financial/loans/:loanId/penalties/waive': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.loanId}/penalties/waive`,
    body: () => ({ reason: 'Ill' }),
  },
  'POST /financial/loans/:loanId/penalties/waivers/:waiverId/reverse': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/loans/${f.loanId}/penalties/waivers/${f.loanId}/reverse`,
    body: () => ({ reason: 'No' }),
  },
  'POST /financial/loans/:loanId/reschedulings/:reschedulingId/reverse': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/loans/${f.loanId}/reschedulings/${f.loanId}/reverse`,
    body: () => ({ reason: 'No' }),
  },
  'GET /financial/loans/:loanId/write-off': {
    expected: officersById,
    path: (f) => `/financial/loans/${f.loanId}/write-off`,
  },
  'POST /financial/loans/:loanId/write-off': {
    expected: withStatus(officersById, 200, 422),
    path: (f) => `/financial/loans/${f.loanId}/write-off`,
    body: () => ({ reason: 'Lost', on: '2020-01-01' }),
  },
  'POST /financial/write-offs/:writeOffId/approve': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/write-offs/${f.loanId}/approve`,
  },
  'POST /financial/write-offs/:writeOffId/reject': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/write-offs/${f.loanId}/reject`,
    body: () => ({ reason: 'No' }),
  },
  'POST /financial/loans/:loanId/mark-paid': {
    expected: officersById,
    path: (f) => `/financial/loans/${f.loanId}/mark-paid`,
  },
  'POST /financial/loans/:loanId/top-up': {
    expected: [401, 401, 401, 422, 404, 404, 403, 403, 422],
    path: (f) => `/financial/loans/${f.withdrawnLoanId}/top-up`,
    body: () => ({ principal: 1, instalments: 1 }),
  },
  'POST /financial/loans/:loanId/withdraw': {
    expected: [401, 401, 401, 409, 404, 404, 403, 403, 409],
    path: (f) => `/financial/loans/${f.withdrawnLoanId}/withdraw`,
  },
  'POST /financial/loans/:loanId/cancel': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loans/${f.withdrawnLoanId}/cancel`,
    body: () => ({ reason: 'No' }),
  },
  'POST /financial/loans/:loanId/guarantors': {
    expected: [401, 401, 401, 409, 404, 404, 403, 403, 409],
    path: (f) => `/financial/loans/${f.loanId}/guarantors`,
    body: (f) => ({ memberId: member(f), replaces: member(f) }),
  },
  'GET /financial/guarantees': { expected: members },
  'POST /financial/loans/:loanId/guarantors/:memberId/accept': {
    expected: [401, 401, 401, 404, 404, 403, 403, 403, 403],
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/accept`,
  },
  'POST /financial/loans/:loanId/guarantors/:memberId/decline': {
    expected: [401, 401, 401, 404, 404, 403, 403, 403, 403],
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/decline`,
  },
  'POST /financial/loans/:loanId/guarantors/:memberId/consent-link': {
    expected: [401, 401, 401, 404, 404, 404, 403, 403, 404],
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/consent-link`,
  },
  'GET /financial/loans/:loanId/guarantors/:memberId/form': {
    expected: [401, 401, 401, 404, 404, 404, 403, 403, 404],
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/form`,
  },
  'POST /financial/loans/:loanId/guarantors/:memberId/paper': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/paper`,
    file: png,
  },
  'POST /financial/loans/:loanId/guarantors/:memberId/paper/confirm': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/paper/confirm`,
  },
  'POST /financial/loans/:loanId/guarantors/:memberId/paper/decline': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/loans/${f.loanId}/guarantors/${member(f)}/paper/decline`,
    body: () => ({ reason: 'No' }),
  },
  'POST /consents/open': { expected: everyone(404), body: () => ({ token: 'x'.repeat(43) }) },
  'POST /consents/code': { expected: everyone(404), body: () => ({ token: 'x'.repeat(43) }) },
  'POST /consents/accept': { expected: everyone(404), body: () => ({ token: 'x'.repeat(43), code: '123456' }) },
  'POST /consents/decline': { expected: everyone(404), body: () => ({ token: 'x'.repeat(43), code: '123456' }) },
  'GET /financial/account-types': { expected: everybodyInside },
  'POST /financial/account-types': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ name: 'Christmas savings', kind: 'savings' }),
  },
  'PUT /financial/account-types/:id': {
    expected: officersById,
    path: (f) => `/financial/account-types/${f.accountTypeId}`,
    body: () => ({ name: 'Everyday savings' }),
  },
  'GET /financial/config': { expected: everybodyInside },
  'PUT /financial/config': { expected: officersOnly, body: () => ({ exitNoticeMonths: 3 }) },
  'GET /financial/configs': { expected: officersOnly },
  'POST /financial/setup': {
    expected: officersOnly,
    body: () => ({
      societyKind: 'general',
      settings: {},
      accountTypes: [],
      loanConfigurations: [
        { name: 'Regular', interestMethod: 'flat', annualRatePercent: 12, instalmentsMax: 12, savingsMultiple: 2 },
      ],
    }),
  },
  'GET /financial/loan-configs': { expected: everybodyInside },
  'POST /financial/loan-configs': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({
      name: 'School fees',
      interestMethod: 'flat',
      annualRatePercent: 5,
      instalmentsMax: 6,
      savingsMultiple: 1,
    }),
  },
  'GET /financial/loan-config': { expected: everybodyInside },
  'GET /financial/loan-config/:id': {
    expected: [401, 401, 401, 200, 200, 404, 403, 403, 200],
    path: (f) => `/financial/loan-config/${f.loanConfigId}`,
  },
  'PUT /financial/loan-config/:id': {
    expected: officersById,
    path: (f) => `/financial/loan-config/${f.loanConfigId}`,
    body: () => ({ instalmentsMax: 18 }),
  },
  'DELETE /financial/loan-config/:id': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/loan-config/${f.loanConfigId}`,
  },
  'GET /financial/reports': { expected: officersOnly },
  'GET /financial/dashboard': { expected: officersOnly },
  'GET /financial/reports/members-register': { expected: officersOnly },
  'GET /financial/reports/contributions': { expected: officersOnly },
  'GET /financial/reports/shares-register': { expected: officersOnly },
  'GET /financial/reports/loans': { expected: officersOnly },
  'GET /financial/reports/arrears': { expected: officersOnly },
  'GET /financial/reports/defaulters': { expected: officersOnly },
  'GET /financial/reports/portfolio-at-risk': { expected: officersOnly },
  'GET /financial/reports/provisions': { expected: officersOnly },
  'GET /financial/reports/fixed-assets': { expected: officersOnly },
  'GET /financial/reports/dividends': { expected: officersOnly },
  'GET /financial/reports/appropriation': { expected: officersOnly },
  'GET /financial/reports/deduction-schedule': { expected: officersOnly },
  'GET /financial/reports/deduction-variance': { expected: officersOnly },
  'GET /financial/reports/trial-balance': { expected: officersOnly },
  'GET /financial/reports/member-balances': { expected: officersOnly },
  'GET /financial/reports/income-statement': { expected: officersOnly },
  'GET /financial/reports/balance-sheet': { expected: officersOnly },
  'GET /financial/reports/receipts-and-payments': { expected: officersOnly },
  'GET /financial/reports/cash-book': { expected: officersOnly },
  'GET /financial/reports/proof': { expected: officersOnly },
  'GET /financial/reports/audit-pack': { expected: officersOnly },
  'GET /financial/reports/audit-sample': { expected: officersOnly },
  'GET /financial/reports/general-ledger': {
    expected: officersById,
    path: (f) => `/financial/reports/general-ledger?accountId=${f.accountId}`,
  },
  'GET /financial/entries/:entryId': { expected: officersById, path: (f) => `/financial/entries/${f.entryId}` },
  'GET /financial/accounts': { expected: officersOnly },
  'POST /financial/accounts': {
    expected: withStatus(officersOnly, 200, 422),
    body: () => ({ code: '1999', name: `${canary} account`, class: 'income' }),
  },
  'GET /financial/opening-balances': { expected: officersOnly },
  'GET /financial/opening-balances/workbook': { expected: officersOnly },
  'POST /financial/opening-balances/:asOf/workbook': {
    expected: withStatus(officersOnly, 200, 422),
    path: () => '/financial/opening-balances/2025-12-31/workbook',
    file: csv('Code,Debit,Credit\n1010,500,'),
  },
  'POST /financial/opening-balances/:openingBalancesId/sign': {
    expected: withStatus(officersOnly, 200, 409),
    path: (f) => `/financial/opening-balances/${f.importId}/sign`,
  },
  'GET /financial/reconciliation': { expected: officersOnly },
  'GET /financial/reconciliation/:accountId': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}`,
  },
  'POST /financial/reconciliation/:accountId/statements': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/financial/reconciliation/${f.accountId}/statements`,
    file: csv('Date,Narration,Debit,Credit,Balance\n02/01/2026,Transfer,,500,500'),
  },
  'POST /financial/reconciliation/:accountId/statements/read': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/statements/read`,
    file: csv('Date,Narration,Debit,Credit,Balance\n02/01/2026,Transfer,,500,500'),
  },
  'GET /financial/reconciliation/:accountId/statements/:statementId/corrections': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/statements/${f.importId}/corrections`,
  },
  'PUT /financial/reconciliation/:accountId/columns': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/columns`,
    body: () => ({ on: 'Day', narration: 'Text', paidOut: null, paidIn: null, amount: 'Sum', balance: 'Left' }),
  },
  'GET /financial/reconciliation/:accountId/paper': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/paper`,
  },
  'GET /financial/reconciliation/:accountId/lines': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/lines`,
  },
  'GET /financial/reconciliation/:accountId/entries': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/entries`,
  },
  'POST /financial/reconciliation/:accountId/proposals': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/proposals`,
  },
  'POST /financial/reconciliation/:accountId/matches': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/reconciliation/${f.accountId}/matches`,
    body: (f) => ({ lineIds: [f.importId], entryIds: [f.entryId] }),
  },
  'POST /financial/reconciliation/:accountId/confirm': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/confirm`,
    body: () => ({}),
  },
  'POST /financial/reconciliation/:accountId/matches/:matchId/undo': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/matches/${f.importId}/undo`,
  },
  'POST /financial/reconciliation/:accountId/lines/:lineId/aside': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/lines/${f.importId}/aside`,
  },
  'POST /financial/reconciliation/:accountId/lines/:lineId/aside/undo': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/lines/${f.importId}/aside/undo`,
  },
  'GET /financial/reconciliation/:accountId/rules': {
    expected: officersById,
    path: (f) => `/financial/reconciliation/${f.accountId}/rules`,
  },
  'PUT /financial/reconciliation/:accountId/rules/:ruleId': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/rules/${f.importId}`,
    body: () => ({ words: 'charge' }),
  },
  'DELETE /financial/reconciliation/:accountId/rules/:ruleId': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/rules/${f.importId}`,
  },
  'POST /financial/reconciliation/:accountId/lines/:lineId/record': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/financial/reconciliation/${f.accountId}/lines/${f.importId}/record`,
    body: (f) => ({ side: 'in', parts: [{ as: 'income', targetId: f.accountId, party: 'The bank', amount: 5 }] }),
  },
  'POST /financial/reconciliation/:accountId/record': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/financial/reconciliation/${f.accountId}/record`,
    body: (f) => ({ lineIds: [f.importId], as: 'income', targetId: f.accountId, party: 'The bank' }),
  },
  'PUT /financial/accounts/:accountId': {
    expected: officersById,
    path: (f) => `/financial/accounts/${f.accountId}`,
    body: () => ({ name: `${canary} cash` }),
  },
  'GET /financial/books': { expected: officersOnly },
  'POST /financial/books/lock': {
    expected: withStatus(officersOnly, 200, 422),
    body: () => ({ through: '2199-12-31' }),
  },
  'POST /financial/books/reopen': {
    expected: withStatus(officersOnly, 200, 409),
    body: () => ({ through: null, reason: 'Late' }),
  },
  'POST /financial/books/close-year': {
    expected: withStatus(officersOnly, 200, 409),
    body: () => ({ yearEnd: '2198-12-31' }),
  },
  'POST /financial/books/reverse-closing': {
    expected: withStatus(officersOnly, 200, 409),
    body: () => ({ yearEnd: '2024-12-31', reason: 'Late' }),
  },
  'GET /cooperatives/export': { expected: officersOnly },
  'GET /cooperatives/export/file': { expected: withStatus(officersOnly, 200, 409) },
  'POST /cooperatives/export': { expected: withStatus(officersOnly, 200, 201) },
  'POST /cooperatives/members/imports': {
    expected: withStatus(officersOnly, 200, 201),
    file: csv('First name,Last name,Phone\nAda,Obi,08031234567\n'),
  },
  'POST /financial/contributions/imports': {
    expected: withStatus(officersOnly, 200, 201),
    file: csv('Member no,Amount\nAJO-NONE22/00001,500\n'),
  },
  'GET /imports/:importId': { expected: officersById, path: (f) => `/imports/${f.importId}` },
  'GET /imports/:importId/rows': { expected: officersById, path: (f) => `/imports/${f.importId}/rows` },
  'GET /imports/:importId/rows-to-correct': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/imports/${f.importId}/rows-to-correct`,
  },
  'PUT /imports/:importId': {
    expected: officersById,
    path: (f) => `/imports/${f.importId}`,
    body: () => ({ skip: [] }),
  },
  'POST /financial/deductions/schedules/:scheduleId/return-headings': {
    expected: officersById,
    path: (f) => `/financial/deductions/schedules/${f.scheduleId}/return-headings`,
    file: csv('Staff number,Total\nA1,500\n'),
  },
  'PUT /financial/employers/:employerId/return-columns': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}/return-columns`,
    body: () => ({ headings: ['Staff number', 'Total'], mapping: ['staffNumber', 'total'] }),
  },
  'GET /financial/employers/:employerId/elements': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}/elements`,
  },
  'PUT /financial/employers/:employerId/elements': {
    expected: officersById,
    path: (f) => `/financial/employers/${f.employerId}/elements`,
    body: () => ({ element: 'club', purpose: 'shares' }),
  },
  'POST /imports/:importId/codes': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/imports/${f.importId}/codes`,
  },
  'POST /imports/:importId/post': {
    expected: withStatus(officersById, 200, 202),
    path: (f) => `/imports/${f.importId}/post`,
  },
  'GET /auth/push': { expected: signedIn(200) },
  'PUT /auth/push': {
    expected: signedIn(200),
    body: () => ({ endpoint: 'https://push.example.com/one', p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }),
  },
  'DELETE /auth/push': { expected: signedIn(200) },
  'GET /notifications': { expected: [401, 401, 401, 200, 200, 200, 403, 200, 200] },
  'POST /notifications': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => ({ message: 'A word', to: [member(f)] }),
  },
  'GET /notifications/sent': { expected: officersOnly },
  'GET /notifications/sent/:id/unreached': {
    expected: withStatus(officersById, 200, 404),
    path: (f) => `/notifications/sent/${member(f)}/unreached?format=csv`,
  },
  'GET /messages': { expected: [401, 401, 401, 403, 403, 200, 403, 200, 200] },
  'GET /messages/sms-budget': { expected: officersOnly },
  'PUT /messages/sms-budget': { expected: officersOnly, body: () => ({ max: null }) },
  'GET /messages/usual-ways': { expected: officersOnly },
  'PUT /messages/usual-ways': { expected: officersOnly, body: () => ({ kind: 'loan', way: 'app' }) },
  'GET /member-portal/message-ways': { expected: members },
  'PUT /member-portal/message-ways': { expected: members, body: () => ({ kind: 'loan', way: null }) },
  'POST /messages/:id/send-again': {
    // The owner's has not failed.
    expected: [401, 401, 401, 403, 403, 404, 403, 404, 409],
    path: (f) => `/messages/${f.messageId}/send-again`,
  },
  'PUT /notifications/read-all': { expected: [401, 401, 401, 200, 200, 200, 403, 200, 200], body: () => ({}) },
  'PUT /notifications/:id/read': { expected: ownNotification, path: (f) => `/notifications/${f.notificationId}/read` },
  'DELETE /notifications/:id': { expected: ownNotification, path: (f) => `/notifications/${f.notificationId}` },
  'PUT /notifications/:id/restore': {
    expected: ownNotification,
    path: (f) => `/notifications/${f.notificationId}/restore`,
  },
  'GET /governance/meetings': { expected: [401, 401, 401, 200, 200, 200, 403, 403, 200] },
  'POST /governance/meetings': { expected: withStatus(officersOnly, 200, 201), body: () => meetingToday() },
  'GET /governance/meetings/:id': {
    expected: [401, 401, 401, 200, 200, 404, 403, 403, 200],
    path: (f) => `/governance/meetings/${f.meetingId}`,
  },
  'PUT /governance/meetings/:id/answer': {
    expected: members,
    path: (f) => `/governance/meetings/${f.meetingId}/answer`,
    body: () => ({ isComing: true }),
  },
  'PUT /governance/meetings/:id': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}`,
    body: () => ({ place: `${canary} Hall` }),
  },
  'POST /governance/meetings/:id/notice': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/governance/meetings/${f.meetingId}/notice`,
    body: () => ({}),
  },
  'GET /governance/meetings/:id/attendance': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/attendance`,
  },
  'PUT /governance/meetings/:id/attendance': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/attendance`,
    body: (f) => ({ arrived: [member(f)] }),
  },
  'GET /governance/meetings/:id/attendance/code': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/attendance/code`,
  },
  'PUT /governance/meetings/:id/attendance/own': {
    expected: members,
    path: (f) => `/governance/meetings/${f.attendedMeetingId}/attendance/own`,
    body: (f) => ({ attendanceCode: attendanceCode(testSecret, f.attendedMeetingId as MeetingId, new Date()) }),
  },
  'PUT /governance/meetings/:id/minutes': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/minutes`,
    body: () => ({ minutes: canary }),
  },
  'GET /governance/meetings/:id/minutes/file': {
    expected: [401, 401, 401, 200, 200, 404, 403, 403, 200],
    path: (f) => `/governance/meetings/${f.meetingId}/minutes/file`,
  },
  'GET /governance/actions': { expected: officersOnly },
  'GET /governance/actions/file': { expected: officersOnly, path: () => '/governance/actions/file?format=csv' },
  'GET /governance/meetings/:id/previous-actions': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/previous-actions`,
  },
  'POST /governance/meetings/:id/actions': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/governance/meetings/${f.attendedMeetingId}/actions`,
    body: (f) => actionOf(member(f)),
  },
  'PUT /governance/actions/:id': {
    expected: officersById,
    path: (f) => `/governance/actions/${f.actionId}`,
    body: (f) => actionOf(member(f)),
  },
  'POST /governance/actions/:id/done': {
    expected: officersById,
    path: (f) => `/governance/actions/${f.actionId}/done`,
    body: () => ({ on: dayIn(new Date()), note: canary }),
  },
  'POST /governance/actions/:id/drop': {
    expected: officersById,
    path: (f) => `/governance/actions/${f.droppedActionId}/drop`,
    body: () => ({ reason: canary }),
  },
  'GET /governance/actions/own': { expected: members },
  'POST /governance/actions/own/:id/done': {
    expected: [401, 401, 401, 200, 404, 403, 403, 403, 403],
    path: (f) => `/governance/actions/own/${f.ownActionId}/done`,
    body: () => ({ note: canary }),
  },
  'GET /governance/enquiries': { expected: everybodyInside },
  'POST /governance/enquiries': {
    expected: withStatus(members, 200, 201),
    body: () => ({ kind: 'complaint', subject: canary, text: canary }),
  },
  'GET /governance/enquiries/:id': { expected: ownById, path: (f) => `/governance/enquiries/${f.enquiryId}` },
  'POST /governance/enquiries/:id/messages': {
    expected: [401, 401, 401, 201, 404, 403, 403, 403, 403],
    path: (f) => `/governance/enquiries/${f.enquiryId}/messages`,
    body: () => ({ text: canary }),
  },
  // The member, who comes before the owner, closed it.
  'POST /governance/enquiries/:id/answers': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/enquiries/${f.enquiryId}/answers`,
    body: () => ({ text: canary, isFinal: false }),
  },
  'POST /governance/enquiries/:id/close': {
    expected: [401, 401, 401, 200, 404, 403, 403, 403, 403],
    path: (f) => `/governance/enquiries/${f.enquiryId}/close`,
  },
  'POST /governance/enquiry-tokens': { expected: withStatus(members, 200, 201), body: () => ({}) },
  'POST /governance/enquiries-without-name': {
    expected: everyone(403),
    body: () => ({
      pass: `${'A'.repeat(22)}.${'A'.repeat(43)}`,
      token: forgeToken(),
      kind: 'complaint',
      subject: canary,
      text: canary,
    }),
  },
  'POST /governance/enquiries-without-name/read': {
    expected: everyone(403),
    body: () => ({ pass: `${'A'.repeat(22)}.${'A'.repeat(43)}`, reference: 'A'.repeat(22) }),
  },
  'GET /governance/filings': { expected: officersOnly },
  'POST /governance/filings': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ kind: 'tax', name: 'Levy', dueOn: '2030-01-31', remindDays: 14 }),
  },
  'POST /governance/filings/usual': { expected: withStatus(officersOnly, 200, 201) },
  'PUT /governance/filings/:id': {
    expected: officersById,
    path: (f) => `/governance/filings/${f.filingId}`,
    body: () => ({ kind: 'tax', name: 'Levy', dueOn: '2030-02-28', remindDays: 7 }),
  },
  'POST /governance/filings/:id/done': {
    expected: officersById,
    path: (f) => `/governance/filings/${f.filingId}/done`,
    body: () => ({ on: '2026-01-31', reference: 'R-1' }),
  },
  // It is done by now.
  'DELETE /governance/filings/:id': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/filings/${f.filingId}`,
  },
  'GET /governance/voting-rules': { expected: officersOnly },
  'PUT /governance/voting-rules': {
    expected: officersOnly,
    body: () => ({ majority: 'simple', tieRule: 'lost', memberForDays: 0, arrearsExcluded: false }),
  },
  'GET /governance/posts': { expected: everybodyInside },
  'POST /governance/posts': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ posts: [{ name: 'Chief whip', office: null, seats: 1 }] }),
  },
  'PUT /governance/posts/:postId': {
    expected: officersById,
    path: (f) => `/governance/posts/${f.postId}`,
    body: () => ({ name: canary, office: null, seats: 6, isClosed: false }),
  },
  'GET /governance/terms': { expected: officersOnly },
  'POST /governance/terms': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => ({
      ...{ postId: f.otherPostId, memberId: member(f), startedOn: '2025-03-01', endedOn: '2025-04-01' },
      ...{ endReason: 'resigned', cameBy: 'earlier' },
    }),
  },
  'POST /governance/terms/:termId/end': {
    expected: officersById,
    path: (f) => `/governance/terms/${f.termId}/end`,
    body: () => ({ endedOn: '2025-06-01', endReason: 'resigned' }),
  },
  'GET /governance/meeting-rules': { expected: officersOnly },
  'PUT /governance/meeting-rules': {
    expected: officersOnly,
    body: () => ({
      general: { noticeDays: 0, quorumMembers: null, quorumPercent: null },
      special: { noticeDays: 0, quorumMembers: null, quorumPercent: null },
      committee: { noticeDays: 0, quorumMembers: null },
    }),
  },
  'GET /governance/agenda-templates': { expected: officersOnly },
  'PUT /governance/agenda-templates/:template': {
    expected: officersOnly,
    path: () => '/governance/agenda-templates/general',
    body: () => ({ agenda: ['Opening prayer', 'Closing'] }),
  },
  'GET /governance/election-rules': { expected: officersOnly },
  'PUT /governance/election-rules': {
    expected: officersOnly,
    body: () => ({
      ...{ termYears: 2, termsMax: 2, seconders: 1, memberForDays: 0, arrearsExcluded: false },
      ...{ unopposed: 'declared', tieRule: 'run_off', turnoutMin: 0 },
    }),
  },
  'GET /governance/elections': { expected: everybodyInside },
  'POST /governance/elections': {
    expected: withStatus(officersById, 200, 201),
    body: (f) => electionOf(f.otherPostId),
  },
  'GET /governance/elections/:id': {
    expected: [401, 401, 401, 200, 200, 404, 403, 403, 200],
    path: (f) => `/governance/elections/${f.electionId}`,
  },
  'POST /governance/elections/:id/nominations': {
    expected: [401, 401, 401, 409, 201, 403, 403, 403, 403],
    path: (f) => `/governance/elections/${f.electionId}/nominations`,
    body: (f) => ({ postId: f.postId }),
  },
  'POST /governance/candidates/:candidateId/answer': {
    expected: [401, 401, 401, 200, 404, 403, 403, 403, 403],
    path: (f) => `/governance/candidates/${f.candidateId}/answer`,
    body: () => ({ isAccepted: true }),
  },
  // Neither oneself nor, once the candidate has withdrawn, anybody.
  'POST /governance/candidates/:candidateId/second': {
    expected: [401, 401, 401, 409, 409, 403, 403, 403, 403],
    path: (f) => `/governance/candidates/${f.candidateId}/second`,
  },
  'POST /governance/candidates/:candidateId/withdraw': {
    expected: [401, 401, 401, 200, 404, 403, 403, 403, 403],
    path: (f) => `/governance/candidates/${f.candidateId}/withdraw`,
  },
  'POST /governance/elections/:id/ballots': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/elections/${f.electionId}/ballots`,
    body: (f) => ({ postId: f.postId, closesAt: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  'POST /governance/elections/:id/results': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/elections/${f.electionId}/results`,
    body: (f) => ({ postId: f.postId }),
  },
  'POST /governance/elections/:id/cancel': {
    expected: officersById,
    path: (f) => `/governance/elections/${f.electionId}/cancel`,
    body: () => ({ reason: 'Rain' }),
  },
  'POST /governance/hand-overs/:handOverId/retry': {
    expected: officersById,
    path: (f) => `/governance/hand-overs/${f.handOverId}/retry`,
  },
  'POST /governance/hand-overs/:handOverId/cancel': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/hand-overs/${f.handOverId}/cancel`,
    body: () => ({ reason: 'Rain' }),
  },
  'GET /governance/votes': { expected: everybodyInside },
  'POST /governance/votes': { expected: withStatus(officersOnly, 200, 201), body: () => voteOfToday(true) },
  'GET /governance/votes/:id': {
    expected: [401, 401, 401, 200, 200, 404, 403, 403, 200],
    path: (f) => `/governance/votes/${f.voteId}`,
  },
  'GET /governance/votes/:id/roll': { expected: officersById, path: (f) => `/governance/votes/${f.voteId}/roll` },
  'POST /governance/votes/:id/credential': {
    expected: [401, 401, 401, 409, 409, 403, 403, 403, 403],
    path: (f) => `/governance/votes/${f.voteId}/credential`,
    body: () => ({ blinded: 'A'.repeat(342) }),
  },
  'POST /governance/votes/:id/open-ballot': {
    expected: [401, 401, 401, 201, 201, 403, 403, 403, 403],
    path: (f) => `/governance/votes/${f.voteId}/open-ballot`,
    body: () => ({ choices: [1] }),
  },
  // An open vote takes no secret ballot from anyone.
  'POST /governance/ballots': {
    expected: everyone(409),
    body: (f) => ({ voteId: f.voteId, choices: [1], serial: 'A'.repeat(43), signature: 'A'.repeat(342) }),
  },
  'GET /governance/votes/:id/ballots': {
    expected: [401, 401, 401, 409, 409, 404, 403, 403, 409],
    path: (f) => `/governance/votes/${f.voteId}/ballots`,
  },
  'GET /governance/votes/:id/verification': {
    expected: [401, 401, 401, 409, 409, 404, 403, 403, 409],
    path: (f) => `/governance/votes/${f.voteId}/verification`,
  },
  'POST /governance/votes/:id/close': { expected: officersById, path: (f) => `/governance/votes/${f.voteId}/close` },
  'POST /governance/votes/:id/confirm': {
    expected: officersById,
    path: (f) => `/governance/votes/${f.voteId}/confirm`,
    body: () => ({}),
  },
  'POST /governance/votes/:id/cancel': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/votes/${f.voteId}/cancel`,
    body: () => ({ reason: 'Rain' }),
  },
  'GET /governance/meetings/:id/loans': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/loans`,
  },
  'POST /governance/meetings/:id/adopt': {
    expected: officersById,
    path: (f) => `/governance/meetings/${f.meetingId}/adopt`,
  },
  'POST /governance/meetings/:id/cancel': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/governance/meetings/${f.meetingId}/cancel`,
    body: () => ({ reason: 'Rain' }),
  },
  'POST /contact-messages': {
    expected: everyone(422),
    body: () => ({ name: 'A visitor', email: 'no address', subject: 'Hello', message: 'Hello' }),
  },
  'GET /contact-messages': { expected: oversight },
  'GET /support-contact': { expected: everyone(200) },
  'PUT /support-contact': {
    expected: withStatus(oversight, 200, 422),
    body: () => ({ email: 'help@unity.example', phone: '123', whatsapp: '123' }),
  },
  'PUT /contact-messages/:id': {
    expected: withStatus(oversight, 200, 404),
    path: (f) => `/contact-messages/${f.importId}`,
    body: () => ({ status: 'answered' }),
  },
  'GET /platform/unclaimed-money': { expected: oversight },
  'POST /platform/unclaimed-money/:id/handle': {
    expected: withStatus(oversight, 200, 404),
    path: (f) => `/platform/unclaimed-money/${f.importId}/handle`,
    body: () => ({ reason: 'Sent back by the provider' }),
  },
  'PUT /cooperatives/plan/:id': {
    expected: oversight,
    path: (f) => `/cooperatives/plan/${f.victim.id}`,
    body: () => ({ plan: 'free', reason: 'A pilot' }),
  },
  'POST /cooperatives/request-documents/:id': {
    expected: withStatus(oversight, 200, 201),
    path: (f) => `/cooperatives/request-documents/${f.victim.id}`,
    body: () => ({ message: 'Send the certificate.' }),
  },
  'GET /platform/health': { expected: oversight },
  'GET /cooperatives/audit-events': { expected: officersOnly },
  'GET /cooperatives/audit-events/csv': { expected: officersOnly },
  'GET /platform/audit-events': { expected: oversight },
  'POST /platform/support-access': {
    expected: withStatus(oversight, 200, 409),
    body: (f) => ({ cooperativeId: f.victim.id, reason: 'To look', minutes: 10 }),
  },
  'GET /platform/support-access': {
    expected: oversight,
    path: (f) => `/platform/support-access?cooperativeId=${f.victim.id}`,
  },
  'POST /platform/support-access/:accessId/open': {
    expected: withStatus(oversight, 200, 409),
    path: (f) => `/platform/support-access/${f.supportAccessId}/open`,
  },
  'POST /platform/support-access/:accessId/end': {
    expected: oversight,
    path: (f) => `/platform/support-access/${f.supportAccessId}/end`,
  },
  'GET /cooperatives/support-access': { expected: officersOnly },
  // The super administrator, who comes before the owner, took it back.
  'POST /cooperatives/support-access/:accessId/allow': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/cooperatives/support-access/${f.supportAccessId}/allow`,
  },
  'POST /cooperatives/support-access/:accessId/decline': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/cooperatives/support-access/${f.supportAccessId}/decline`,
  },
  'POST /cooperatives/support-access/:accessId/end': {
    expected: withStatus(officersById, 200, 409),
    path: (f) => `/cooperatives/support-access/${f.supportAccessId}/end`,
  },
  'GET /cooperatives/external-auditors': { expected: officersOnly },
  'POST /cooperatives/external-auditors': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ name: 'Ngozi Eze', phone: newPhone(), endsOn: dayIn(new Date()) }),
  },
  'POST /cooperatives/external-auditors/:auditorId/end': {
    expected: officersById,
    path: (f) => `/cooperatives/external-auditors/${f.auditorId}/end`,
  },
  'GET /cooperatives/api-keys': { expected: officersOnly },
  'POST /cooperatives/api-keys': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ name: 'Payroll', scopes: ['members.read'] }),
  },
  'POST /cooperatives/api-keys/:keyId/revoke': {
    expected: officersById,
    path: (f) => `/cooperatives/api-keys/${f.keyId}/revoke`,
  },
  'GET /cooperatives/webhooks': { expected: officersOnly },
  'POST /cooperatives/webhooks': {
    expected: withStatus(officersOnly, 200, 201),
    body: () => ({ url: 'https://webhooks.invalid', kinds: ['member.added'] }),
  },
  'POST /cooperatives/webhooks/:webhookId/switch-on': {
    expected: officersById,
    path: (f) => `/cooperatives/webhooks/${f.webhookId}/switch-on`,
  },
  'POST /cooperatives/webhooks/:webhookId/secret': {
    expected: officersById,
    path: (f) => `/cooperatives/webhooks/${f.webhookId}/secret`,
  },
  'POST /cooperatives/webhooks/:webhookId/test': {
    expected: withStatus(officersById, 200, 201),
    path: (f) => `/cooperatives/webhooks/${f.webhookId}/test`,
  },
  'GET /cooperatives/webhook-deliveries': { expected: officersOnly },
  'POST /cooperatives/webhook-deliveries/:deliveryId/send-again': {
    expected: officersById,
    path: (f) => `/cooperatives/webhook-deliveries/${f.deliveryId}/send-again`,
  },
  'DELETE /cooperatives/webhooks/:webhookId': {
    expected: officersById,
    path: (f) => `/cooperatives/webhooks/${f.webhookId}`,
  },
  'GET /platform/audit-events/csv': { expected: oversight },
  'GET /api/health': { expected: everyone(200) },
  'GET /api/health/ready': { expected: everyone(200) },
  'DELETE /financial/members/:memberId/documents/:documentId': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/documents/${f.memberDocumentId}`,
  },
  'DELETE /financial/members/:memberId/photo': {
    expected: officersById,
    path: (f) => `/financial/members/${member(f)}/photo`,
  },
  'DELETE /cooperatives/members/:id': {
    expected: [401, 401, 401, 403, 403, 404, 403, 403, 409],
    path: (f) => `/cooperatives/members/${member(f)}`,
  },
  'DELETE /cooperatives/delete/:id': {
    expected: withStatus(oversight, 200, 409),
    path: (f) => `/cooperatives/delete/${f.victim.id}`,
  },
  'POST /cooperatives/logout': { expected: [401, 401, 401, 200, 200, 200, 200, 200, 200] },
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('who may call what', () => {
  let app: TestApp
  let fixture: Fixture
  let tokens: Record<Caller, string | undefined>
  let secrets: string[]

  beforeAll(async () => {
    app = await startTestApp()
    fixture = await buildVictim(app)
    const other = await buildCooperative(app, { name: 'Other Cooperative' })
    await buildMember(app, other)
    const pending = await buildCooperative(app, { name: 'Pending Cooperative', status: 'pending' })
    const revoked = dataOf(
      await app.call('POST', '/cooperatives/login', {
        body: { identifier: fixture.victim.coopId, password: fixture.victim.password },
      }),
    ).accessToken
    dataOf(await app.call('POST', '/cooperatives/logout', { token: revoked }))
    tokens = {
      stranger: undefined,
      garbage: 'A'.repeat(43),
      revoked,
      member: fixture.memberToken,
      otherMember: await loginMember(app, fixture.otherMember),
      otherAdmin: other.token,
      pending: pending.token,
      superAdmin: await app.superAdminToken(),
      owner: fixture.victim.token,
    }
    await plantCanaries(app, fixture.victim.id)
    // Opened afterwards, because what a vote was opened with never changes.
    const vote = await app.call('POST', '/governance/votes', {
      token: fixture.victim.token,
      body: voteOfToday(false, canary),
    })
    fixture.voteId = dataOf(vote, 201).id
    Object.assign(fixture, await buildElection(fixture))
    secrets = [canary, fixture.victim.phone, fixture.member.phone, fixture.member.id, fixture.member.membershipno]
  })
  afterAll(() => app.stop())

  // ASVS V6.3.4
  test('every endpoint of the contract has its line, and no line is left over', () => {
    expect(Object.keys(lines).toSorted()).toEqual(routes.map(({ endpoint }) => nameOf(endpoint)).toSorted())
  })

  /** Posts, a term, an election with a candidate, and a hand-over that could not be done. */
  async function buildElection({ victim, member: own, memberToken }: Fixture) {
    const post = async (path: string, body: object, token = victim.token) =>
      dataOf(await app.call('POST', `/governance${path}`, { token, body }), 201)
    const seat = (name: string) => ({ name, committee: canary, office: null, seats: 5 })
    const { posts } = await post('/posts', { posts: [seat(canary), seat('Second seat')] })
    const [postId, otherPostId] = posts.map(({ id }: { id: string }) => id)
    const term = { postId, memberId: own.id, startedOn: '2025-05-01', cameBy: 'earlier' }
    const { id: termId } = await post('/terms', term)
    const { id: electionId } = await post('/elections', electionOf(postId))
    const nominated = await post(`/elections/${electionId}/nominations`, { postId, statement: canary }, memberToken)
    const handOverId = randomUUID()
    await app.admin.query(
      "insert into app.hand_over (cooperative_id, hand_over_id, election_id, post_id, member_id, came_by, takes_office_on, term_ends_on, status, reason, decided_by_name) values ($1, $2, $3, $4, $5, 'elected', '2026-01-01', '2099-01-01', 'failed', $6, $6)",
      [victim.id, handOverId, electionId, postId, own.id, canary],
    )
    return { postId, otherPostId, termId, electionId, candidateId: nominated.posts[0].candidates[0].id, handOverId }
  }

  const inOrder = Object.entries(lines)
  for (const [position, caller] of callers.entries()) {
    // ASVS V7.2.1, V8.2.1, V8.3.1, V8.4.1, V13.4.5, V15.3.1
    test(`${caller} gets what the table says, and no one else's words`, async () => {
      for (const [name, line] of inOrder) {
        const [method = '', path = ''] = name.split(' ')
        // No one's session may end before the last of their questions.
        const url = line.path ? line.path(fixture) : path
        const token = tokens[caller]
        const reply = await app.call(method, `/api${url.replace(/^\/api/, '')}`, {
          ...(token !== undefined && { token }),
          ...(line.body && { body: line.body(fixture) }),
          ...(line.file && { file: line.file }),
        })
        expect({ name, caller, status: reply.status }, reply.text.slice(0, 300)).toEqual({
          name,
          caller,
          status: line.expected[position],
        })
        expect({ name, envelope: isErrorEnvelope(reply) }).toEqual({ name, envelope: reply.status >= 400 })
        const leaks = mayNotSee(caller, secrets).filter((secret) => reply.text.includes(secret))
        expect({ name, leaks }).toEqual({ name, leaks: [] })
      }
    })
  }
})

describe('what an officer may send', () => {
  let app: TestApp
  let fixture: Fixture

  beforeAll(async () => {
    app = await startTestApp()
    fixture = await buildVictim(app)
  })
  afterAll(() => app.stop())

  const changes = () =>
    routes.flatMap(({ endpoint }) => {
      const line = lines[nameOf(endpoint)]
      if (endpoint.method !== 'PUT' || !endpoint.body || !line?.body || line.expected.at(-1) !== 200) return []
      const path = line.path ? line.path(fixture) : endpoint.path
      // Posts and elections are not there: only the table of callers needs them.
      return path.endsWith('/') ? [] : [{ endpoint, body: line.body(fixture), path }]
    })
  const events = async () =>
    Number((await app.admin.query('select count(*) as events from audit.event')).rows[0].events)

  test('a change needs a body, and leaves no line in the trail where that names nothing', async () => {
    let empty = 0
    for (const { endpoint, path } of changes()) {
      const put = (body?: object) => app.call('PUT', path, { token: fixture.victim.token, ...(body && { body }) })
      expect([path, (await put()).body]).toEqual([
        path,
        expect.objectContaining({ status: 422, message: 'The request body is required' }),
      ])
      if (!z.safeParse(endpoint.body as never, {}).success) continue
      empty += 1
      const before = await events()
      expect([path, (await put({})).status, await events()]).toEqual([path, 200, before])
    }
    expect(empty).toBeGreaterThan(8)
  })

  test('a change is no event the second time', async () => {
    const twice: string[] = []
    const settings = changes().filter(({ endpoint }) => z.safeParse(endpoint.body as never, {}).success)
    for (const { endpoint, body, path } of settings) {
      // They do something each time: rows are checked again, lines are decided about.
      if (
        ['/imports/:importId', '/financial/deductions/returns/:returnId', '/notifications/read-all'].includes(
          endpoint.path,
        )
      )
        continue
      const put = () => app.call('PUT', path, { token: fixture.victim.token, body })
      await put()
      const before = await events()
      const { status } = await put()
      if (status === 200 && (await events()) > before) twice.push(endpoint.path)
    }
    expect(twice).toEqual([])
  })

  // What the contract lets through, the tables must take: a CHECK that is narrower is a fault of ours, and no one's fault who typed.
  test('a blank text, the longest one and the bounds of a number are taken or refused in every field, and break nothing', async () => {
    let [found, tried] = [0, 0]
    for (const { endpoint } of routes) {
      const { body: schema, method, path }: Endpoint = endpoint
      const line = lines[nameOf(endpoint)]
      if (!schema || !line?.body || (line.expected.at(-1) ?? 400) >= 400 || endsSessions.includes(path)) continue
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
      for (const [field, body] of oddBodies(line.body(fixture), shape)) {
        // At the quick size every fourth one: each kind of field has several tables.
        if (found++ % atSize(4, 1) !== 0) continue
        tried += 1
        const url = line.path ? line.path(fixture) : path
        const { status, body: answer } = await app.call(method, url, { token: fixture.victim.token, body })
        expect({ method, path, field, status, message: answer?.message }).toEqual({
          ...{ method, path, field, message: answer?.message },
          status: expect.toSatisfy((each: number) => each < 500 && each !== 401),
        })
      }
    }
    expect(tried).toBeGreaterThan(atSize(125, 500))
  })
})

/** Calls after which the session of this test, or its society, is no more. */
const endsSessions: readonly string[] = ['/cooperatives/logout', '/account/password', '/auth/reset-password']

type Shape = {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** The body with one of its fields odd, for each field at every depth, also those that it leaves out. */
function* oddBodies(value: unknown, shape: Shape, at = ''): Generator<[field: string, body: unknown]> {
  for (const choice of shape.anyOf ?? []) yield* oddBodies(value, choice, at)
  if (shape.type === 'string') for (const text of ['', '  ', 'y'.repeat(shape.maxLength ?? 10)]) yield [at, text]
  if (shape.type === 'number' || shape.type === 'integer')
    for (const bound of [shape.minimum, shape.maximum, 0]) if (bound !== undefined) yield [at, bound]
  if (shape.items && Array.isArray(value) && value.length > 0)
    for (const [field, odd] of oddBodies(value[0], shape.items, `${at}.0`)) yield [field, [odd, ...value.slice(1)]]
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const whole = (value ?? {}) as Record<string, unknown>
    for (const [field, odd] of oddBodies(whole[name], part, at ? `${at}.${name}` : name))
      yield [field, { ...whole, [name]: odd }]
  }
}

/** Strangers may see nothing of the victim, a fellow member nothing of this member, and their own officer all. */
function mayNotSee(caller: Caller, secrets: readonly string[]): readonly string[] {
  if (caller === 'member' || caller === 'owner' || caller === 'superAdmin') return []
  return caller === 'otherMember' ? secrets.slice(2) : secrets
}

function isErrorEnvelope({ status, body }: Reply): boolean {
  return (
    body?.success === false &&
    body.status === status &&
    typeof body.message === 'string' &&
    body.data === null &&
    typeof body.requestId === 'string'
  )
}

/** Savings that were paid interest once, others that never were, and a deposit. */
async function buildInterest(app: TestApp, token: string, memberId: string) {
  const ask = async (method: string, path: string, body: unknown, status = 200) =>
    dataOf(await app.call(method, path, { token, body }), status)
  const rate = { annualRatePercent: 10 }
  const yearly = await ask(
    'POST',
    '/financial/account-types',
    { name: 'Yearly savings', kind: 'savings', interest: { ...rate, method: 'daily', every: 'year' } },
    201,
  )
  const monthly = await ask(
    'POST',
    '/financial/account-types',
    { name: 'Monthly savings', kind: 'savings', interest: { ...rate, method: 'daily', every: 'month' } },
    201,
  )
  await ask(
    'POST',
    '/financial/transactions',
    { type: 'deposit', memberId, accountTypeId: monthly.id, amount: 36_500, occurredOn: '2025-12-31' },
    201,
  )
  const run = await ask(
    'POST',
    '/financial/interest/runs',
    { accountTypeId: monthly.id, to: '2026-01-31', total: 310 },
    201,
  )
  const fixedDeposit = { ...rate, months: 12, leastAmount: 1000, atMaturity: 'pay_out', breakRule: 'forfeit' }
  const deposits = await ask(
    'POST',
    '/financial/account-types',
    { name: 'Fixed deposits', kind: 'fixed_deposit', fixedDeposit },
    201,
  )
  const deposit = await ask(
    'POST',
    '/financial/fixed-deposits',
    { memberId, accountTypeId: deposits.id, amount: 5000 },
    201,
  )
  return { yearlyTypeId: yearly.id, interestRunId: run.runId, depositTypeId: deposits.id, depositId: deposit.id }
}

async function buildVictim(app: TestApp): Promise<Fixture> {
  const victim = await buildCooperative(app, { name: 'Test Victim' })
  const people = { address: 'Home', nextOfKinFirstName: 'Kin', nomineeFirstName: 'Heir', email: 'ada@example.org' }
  const member = await buildMember(app, victim, people)
  const otherMember = await buildMember(app, victim, { firstName: 'Chidi' })
  dataOf(
    await app.call('POST', '/financial/contributions', {
      token: victim.token,
      body: { memberId: member.id, amount: 2500 },
    }),
    201,
  )
  const document = dataOf(await app.call('POST', '/cooperatives/cac-document', { token: victim.token, file: png }), 201)
  dataOf(await app.call('POST', '/cooperatives/logo', { token: victim.token, file: png }))
  const file = csv(`First name,Last name,Phone\nBola,Ade,${newPhone()}\n`)
  const upload = dataOf(await app.call('POST', '/cooperatives/members/imports', { token: victim.token, file }), 201)
  const [accountType] = dataOf(await app.call('GET', '/financial/account-types', { token: victim.token }))
  const [loanConfiguration] = dataOf(await app.call('GET', '/financial/loan-configs', { token: victim.token }))
  const view = dataOf(
    await app.call('POST', '/members/views', { token: victim.token, body: { name: canary, shows: { q: canary } } }),
    201,
  )
  const support = dataOf(
    await app.call('POST', '/platform/support-access', {
      token: await app.superAdminToken(),
      body: { cooperativeId: victim.id, reason: 'To look at the month', minutes: 10 },
    }),
    201,
  )
  const good = dataOf(
    await app.call('POST', '/financial/goods', {
      token: victim.token,
      body: { name: `${canary} oil`, unit: canary, price: 1 },
    }),
    201,
  )
  dataOf(await app.call('PUT', '/financial/config', { token: victim.token, body: { guarantorsRequired: 0 } }))
  const memberToken = await loginMember(app, member)
  const deposit = dataOf(
    await app.call('POST', '/financial/transactions', {
      token: victim.token,
      body: { type: 'deposit', memberId: member.id, amount: 40 },
    }),
    201,
  )
  const pending = dataOf(
    await app.call('POST', '/financial/transactions/deposits', { token: memberToken, body: { amount: 30 } }),
    201,
  )
  const loan = dataOf(
    await app.call('POST', '/financial/loans', {
      token: memberToken,
      body: { loanConfigId: loanConfiguration.id, principal: 1, instalments: 1 },
    }),
    201,
  )
  const loanDocument = dataOf(
    await app.call('POST', `/financial/loans/${loan.id}/documents`, { token: victim.token, file: png }),
    201,
  )
  const withdrawn = dataOf(
    await app.call('POST', '/financial/loans', {
      token: memberToken,
      body: { loanConfigId: loanConfiguration.id, principal: 1, instalments: 1 },
    }),
    201,
  )
  dataOf(await app.call('POST', `/financial/loans/${withdrawn.id}/withdraw`, { token: memberToken }))
  const pledge = dataOf(
    await app.call('POST', '/financial/pledges', {
      token: victim.token,
      body: { memberId: member.id, amount: 5, reason: 'Hold' },
    }),
    201,
  )
  const doubted = dataOf(
    await app.call('POST', '/financial/transactions', {
      token: victim.token,
      body: { type: 'deposit', memberId: member.id, amount: 7 },
    }),
    201,
  )
  const rules = (reversalApprovals: number) =>
    app.call('PUT', '/financial/config', { token: victim.token, body: { reversalApprovals } })
  dataOf(await rules(1))
  dataOf(
    await app.call('POST', `/financial/transactions/${doubted.id}/reverse`, {
      token: victim.token,
      body: { reason: 'Doubt' },
    }),
  )
  dataOf(await rules(0))
  const { reversal } = dataOf(await app.call('GET', `/financial/transactions/${doubted.id}`, { token: victim.token }))
  const enquiry = dataOf(
    await app.call('POST', '/governance/enquiries', {
      token: memberToken,
      body: { kind: 'complaint', subject: canary, text: canary },
    }),
    201,
  )
  const filing = dataOf(
    await app.call('POST', '/governance/filings', {
      token: victim.token,
      body: { kind: 'tax', name: canary, authority: canary, dueOn: '2030-01-31', remindDays: 14, note: canary },
    }),
    201,
  )
  const meeting = dataOf(
    await app.call('POST', '/governance/meetings', { token: victim.token, body: meetingToday() }),
    201,
  )
  const attended = dataOf(
    await app.call('POST', '/governance/meetings', { token: victim.token, body: meetingToday() }),
    201,
  )
  const action = async () =>
    dataOf(
      await app.call('POST', `/governance/meetings/${attended.id}/actions`, {
        token: victim.token,
        body: actionOf(member.id),
      }),
      201,
    ).id as string
  const actions = { actionId: await action(), droppedActionId: await action(), ownActionId: await action() }
  const { entryId } = dataOf(await app.call('GET', `/financial/transactions/${deposit.id}`, { token: victim.token }))
  const [cash, ...accounts] = dataOf(await app.call('GET', '/financial/accounts?limit=100', { token: victim.token }))
  const bank = accounts.find(({ code }: { code: string }) => code === '1020')
  const held = dataOf(
    await app.call('POST', '/financial/transactions', {
      token: victim.token,
      body: {
        type: 'income',
        party: canary,
        amount: 1000,
        incomeAccountId: accounts.find(({ code }: { code: string }) => code === '2410').id,
        paidThrough: bank.id,
      },
    }),
    201,
  )
  const employer = dataOf(
    await app.call('POST', '/financial/employers', {
      token: victim.token,
      body: { name: 'Ministry', code: 'M-1', contactName: 'Clerk' },
    }),
    201,
  )
  dataOf(
    await app.call('PUT', `/financial/members/${member.id}/employer`, {
      token: victim.token,
      body: { employerId: employer.id, staffNumber: 'S1', from: '2025-01-15' },
    }),
  )
  const schedule = dataOf(
    await app.call('POST', '/financial/deductions/schedules', {
      token: victim.token,
      body: { employerId: employer.id, period: '2026-01' },
    }),
    201,
  )
  dataOf(await app.call('POST', `/financial/deductions/schedules/${schedule.id}/send`, { token: victim.token }))
  const returned = dataOf(
    await app.call('POST', `/financial/deductions/schedules/${schedule.id}/returns`, {
      token: victim.token,
      file: csv('Staff number,Total\nS1,100\n'),
    }),
    201,
  )
  const {
    rows: [accrual],
  } = await app.admin.query(
    `insert into app.loan_accrual (cooperative_id, accrual_id, transaction_id, accrued_on, receivable, in_advance, suspended) values ($1, gen_random_uuid(), $2, '2026-01-31', 1, 0, 0) returning accrual_id as id`,
    [victim.id, deposit.id],
  )
  const linkBody = { from: '2026-01-01', to: '2026-01-31', days: 7 }
  const ownLink = dataOf(
    await app.call('POST', '/member-portal/statement-links', { token: memberToken, body: linkBody }),
    201,
  )
  const link = dataOf(
    await app.call('POST', `/financial/members/${member.id}/statement-links`, { token: victim.token, body: linkBody }),
    201,
  )
  const erasure = dataOf(
    await app.call('POST', '/member-portal/erasure-requests', { token: memberToken, body: {} }),
    201,
  )
  dataOf(await app.call('POST', `/financial/members/${member.id}/photo`, { token: victim.token, file: png }))
  dataOf(
    await app.call('PUT', `/cooperatives/members/${member.id}/bank-details`, {
      token: victim.token,
      body: { bankName: 'GTBank', accountNumber: '0123456789', accountName: 'Ada Obi' },
    }),
  )
  const paper = dataOf(
    await app.call('POST', `/financial/members/${member.id}/documents`, { token: victim.token, file: png }),
    201,
  )
  const proof = dataOf(
    await app.call('POST', `/financial/transactions/${pending.id}/proof`, { token: memberToken, file: png }),
    201,
  )
  const request = dataOf(
    await app.call('POST', '/member-portal/requests', {
      token: memberToken,
      body: { profile: { nextOfKinFirstName: 'Kin the second' } },
    }),
    201,
  )
  dataOf(
    await app.call('POST', `/member-requests/${request.id}/decline`, {
      token: victim.token,
      body: { reason: 'Come in' },
    }),
  )
  dataOf(await app.call('PUT', '/cooperatives/join-page', { token: victim.token, body: { isOpen: true } }))
  dataOf(await app.call('POST', `/join-pages/${victim.coopId}/applications`, { body: applicant() }), 201)
  const [application] = dataOf(await app.call('GET', '/membership-applications', { token: victim.token }))
  dataOf(
    await app.call('POST', `/membership-applications/${application.id}/decline`, {
      token: victim.token,
      body: { reason: 'Full' },
    }),
  )
  const {
    rows: [told],
  } = await app.admin.query('select notification_id as id from app.notification where member_id = $1', [member.id])
  const {
    rows: [message],
  } = await app.admin.query(
    'select message_id as id from platform.message where cooperative_id = $1 and sent_at is not null',
    [victim.id],
  )
  const {
    rows: [change],
  } = await app.admin.query(
    `insert into app.change_request (cooperative_id, change_request_id, kind, action, input, description, asked_by, asked_by_name)
     values ($1, gen_random_uuid(), 'change', 'POST /financial/books/close-year', '{"body": {"yearEnd": "2025-12-31"}}', 'Close', gen_random_uuid(), 'Asker') returning change_request_id as id`,
    [victim.id],
  )
  const {
    rows: [payment],
  } = await app.admin.query(
    `insert into app.online_payment (cooperative_id, payment_id, member_id, provider, reference, status, amount, surcharge, subaccount, checkout_url, received, fees, paid_at, why_not_posted, expires_at, check_at)
     values ($1, gen_random_uuid(), $2, 'paystack', $3, 'unallocated', 20000, 0, $3, $3, 10000, 0, now(), $3, now(), now()) returning payment_id as id`,
    [victim.id, member.id, canary],
  )
  await app.admin.query(
    `insert into app.online_payment_line (cooperative_id, payment_id, line, member_id, kind, account_type_id, period, amount, receipt_number) values ($1, $2, 1, $3, 'contribution', $4, '2026-01-01', 20000, $5)`,
    [victim.id, payment.id, member.id, accountType.id, canary],
  )
  const {
    rows: [paymentCase],
  } = await app.admin.query(
    `insert into app.payment_case (cooperative_id, case_id, payment_id, kind, provider_case, status, amount, reason)
     values ($1, gen_random_uuid(), $2, 'dispute', $3, 'pending', 10000, $3) returning case_id as id`,
    [victim.id, payment.id, canary],
  )
  const {
    rows: [settlement],
  } = await app.admin.query(
    `insert into app.provider_settlement (cooperative_id, settlement_id, provider, provider_settlement, status, gross, fees, deductions, net, settled_on)
     values ($1, gen_random_uuid(), 'paystack', $2, 'pending', 10000, 0, 0, 10000, '2026-01-02') returning settlement_id as id`,
    [victim.id, canary],
  )
  await app.admin.query(
    `insert into app.settled_payment (cooperative_id, settlement_id, reference, amount, fees) values ($1, $2, $3, 10000, 0)`,
    [victim.id, settlement.id, canary],
  )
  const {
    rows: [batch],
  } = await app.admin.query(
    `insert into app.payment_batch (cooperative_id, batch_id, batch_number, account_id, status, prepared_by_name, approved_by_name, approved_at)
     values ($1, gen_random_uuid(), 1, $2, 'approved', $3, $3, now()) returning batch_id as id`,
    [victim.id, bank.id, canary],
  )
  await app.admin.query(
    `insert into app.payment_batch_item (cooperative_id, batch_id, line, kind, entry_id, source_id, member_id, amount, bank_name, account_number, account_name, is_first, status, reason, decided_by_name, decided_at)
     values ($1, $2, 1, 'withdrawal', gen_random_uuid(), gen_random_uuid(), $3, 20000, $4, '1012345678', $4, true, 'failed', $4, $4, now())`,
    [victim.id, batch.id, member.id, canary],
  )
  const {
    rows: [sent],
  } = await app.admin.query(
    `insert into app.payment_batch (cooperative_id, batch_id, batch_number, account_id, status, prepared_by_name, approved_by_name, approved_at)
     values ($1, gen_random_uuid(), 2, $2, 'approved', $3, $3, now()) returning batch_id as id`,
    [victim.id, bank.id, canary],
  )
  await app.admin.query(
    `insert into app.payment_batch_item (cooperative_id, batch_id, line, kind, entry_id, source_id, member_id, amount, bank_name, account_number, account_name, is_first, status, reason, decided_by_name, decided_at)
     values ($1, $2, 1, 'withdrawal', gen_random_uuid(), gen_random_uuid(), $3, 20000, $4, '1012345678', $4, true, 'failed', $4, $4, now())`,
    [victim.id, sent.id, member.id, canary],
  )
  await app.admin.query(
    `insert into app.payout (cooperative_id, payout_id, batch_id, line, provider, reference, status, recipient, why, asked_by_name)
     values ($1, gen_random_uuid(), $2, 1, $3, 'ajp-0123456789abcdef', 'failed', $3, $3, $3)`,
    [victim.id, sent.id, canary],
  )
  await app.admin.query(
    "insert into app.account_enquiry (cooperative_id, bank_name, account_number, holder_name) values ($1, $2, '1012345678', $2)",
    [victim.id, canary],
  )
  const {
    rows: [payoutKey],
  } = await app.admin.query(
    `insert into app.payout_key (cooperative_id, key_id, provider, sealed_key, key_end, entered_by_name)
     values ($1, gen_random_uuid(), $2, '\\x00', 'cana', $2) returning key_id as id`,
    [victim.id, canary],
  )
  const key = dataOf(
    await app.call('POST', '/cooperatives/api-keys', {
      token: victim.token,
      body: { name: canary, scopes: ['members.read'] },
    }),
    201,
  )
  const auditor = dataOf(
    await app.call('POST', '/cooperatives/external-auditors', {
      token: victim.token,
      body: { name: canary, phone: null, email: `${canary}@example.com`, endsOn: dayIn(new Date()) },
    }),
    201,
  )
  const webhook = dataOf(
    await app.call('POST', '/cooperatives/webhooks', {
      token: victim.token,
      body: { url: `https://webhooks.invalid/${canary}`, kinds: ['member.added'] },
    }),
    201,
  )
  const delivery = dataOf(
    await app.call('POST', `/cooperatives/webhooks/${webhook.id}/test`, { token: victim.token }),
    201,
  )
  return {
    payoutKeyId: payoutKey.id,
    keyId: key.id,
    auditorId: auditor.id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    paymentId: payment.id,
    caseId: paymentCase.id,
    settlementId: settlement.id,
    batchId: batch.id,
    victim,
    member,
    memberToken,
    otherMember,
    importId: upload.id,
    documentId: document.id,
    accountTypeId: accountType.id,
    goodId: good.id,
    viewId: view.id,
    applicationId: application.id,
    memberDocumentId: paper.id,
    loanConfigId: loanConfiguration.id,
    transactionId: deposit.id,
    pendingId: pending.id,
    loanId: loan.id,
    loanDocumentId: loanDocument.id,
    withdrawnLoanId: withdrawn.id,
    entryId,
    accountId: cash.id,
    bankAccountId: bank.id,
    heldEntryId: held.entryId,
    reversalId: reversal.id,
    changeRequestId: change.id,
    supportAccessId: support.id,
    pledgeId: pledge.id,
    notificationId: told.id,
    messageId: message.id,
    meetingId: meeting.id,
    attendedMeetingId: attended.id,
    ...actions,
    voteId: '',
    enquiryId: enquiry.id,
    filingId: filing.id,
    ...{ postId: '', otherPostId: '', termId: '', electionId: '', candidateId: '', handOverId: '' },
    memberRequestId: request.id,
    proofId: proof.id,
    ownLinkId: ownLink.id,
    linkId: link.id,
    erasureRequestId: erasure.id,
    employerId: employer.id,
    scheduleId: schedule.id,
    returnId: returned.id,
    loanAccrualId: accrual.id,
    ...(await buildInterest(app, victim.token, member.id)),
  }
}

/** Text columns whose words are ours or that other rows refer to, so that a canary would break the row. */
const notPlanted = [
  'action',
  'coop_id',
  'phone',
  'membershipno',
  'former_number',
  'account_number',
  'left_out',
  'code',
  'status',
  'kind',
  'type',
  'direction',
  'interest_method',
  'role',
  'media_type',
  'fiscal_year_start',
  'class',
  'email',
  'decision',
  'link',
  'plan',
  'credit_on',
  'levy_code',
  'account_code',
  'society_kind',
  'interest_day_count',
  'interest_rounding',
  'interest_every',
  'deposit_at_maturity',
  'deposit_break_rule',
  'method',
  'day_count',
  'rounding',
  'at_maturity',
  'break_rule',
  'broken_reason',
  'loan_interest_basis',
  'consent_version',
  'version',
  'charge_borne_by',
  'no_name_because',
  'reference_key',
  'meeting_group',
  'part_days',
  'template',
  'meant_for',
  'only_more_than',
  'element',
  'problem',
  'cell',
  'cell_of',
  'choice',
  'confirmed',
]

async function plantCanaries(app: TestApp, cooperativeId: string): Promise<void> {
  const { rows } = await app.admin.query<{ table: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as table, column_name as column from information_schema.columns
     where table_schema in ('app', 'audit') and data_type = 'text' and column_name <> all ($1)
       and exists (select from information_schema.tables t where t.table_schema = columns.table_schema and t.table_name = columns.table_name and t.table_type = 'BASE TABLE')`,
    [notPlanted],
  )
  expect(rows.length).toBeGreaterThan(30)
  for (const { table, column } of rows) {
    // Even the administrator changes the audit trail only with its triggers off.
    const isFrozen = table.startsWith('audit.')
    if (isFrozen) await app.admin.query(`alter table ${table} disable trigger all`)
    await app.admin.query(
      `update ${table} set ${column} = coalesce(${column}, '') || ' ${canary}' where cooperative_id = $1`,
      [cooperativeId],
    )
    if (isFrozen) await app.admin.query(`alter table ${table} enable trigger all`)
  }
}
