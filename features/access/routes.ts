import * as apiKeys from '#features/access/api-keys/server/actions.ts'
import * as apiKeyReads from '#features/access/api-keys/server/reads.ts'
import * as auditTrail from '#features/access/audit-trail/server/reads.ts'
import * as changes from '#features/access/change-requests/server/actions.ts'
import * as changeReads from '#features/access/change-requests/server/reads.ts'
import * as externalAuditors from '#features/access/external-auditors/server/actions.ts'
import * as externalAuditorReads from '#features/access/external-auditors/server/reads.ts'
import * as login from '#features/access/login/server/actions.ts'
import * as thirdPartyLogin from '#features/access/login/server/open-sign-in.ts'
import * as loginReads from '#features/access/login/server/reads.ts'
import * as loginCodes from '#features/access/login/server/reset-password.ts'
import * as messages from '#features/access/messages/server/actions.ts'
import * as messageReads from '#features/access/messages/server/reads.ts'
import * as notifications from '#features/access/notifications/server/actions.ts'
import * as notificationReads from '#features/access/notifications/server/reads.ts'
import * as pendingApprovals from '#features/access/pending-approvals/server/reads.ts'
import * as push from '#features/access/push/server/actions.ts'
import * as webhooks from '#features/access/webhooks/server/actions.ts'
import * as webhookReads from '#features/access/webhooks/server/reads.ts'
import { routesOf } from '#platform/http/routes-of.ts'

/** Logging in and out, and what people do with their own login. */
export const sessionRoutes = routesOf(loginReads, login, loginCodes, thirdPartyLogin)

/** What programs, external auditors and devices ask of a cooperative. */
export const integrationRoutes = routesOf(
  apiKeyReads,
  apiKeys,
  externalAuditorReads,
  externalAuditors,
  webhookReads,
  webhooks,
  push,
)

/** What people are sent and how it comes to them. */
export const messageRoutes = routesOf(messageReads, messages, notificationReads, notifications)

/** What waits for a second officer, and what everybody did. */
export const approvalRoutes = routesOf(changeReads, changes, pendingApprovals, auditTrail)
