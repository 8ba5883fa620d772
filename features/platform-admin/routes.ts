import * as contact from '#features/platform-admin/contact/server/actions.ts'
import * as contactDetails from '#features/platform-admin/contact/server/contact-of.ts'
import * as contactReads from '#features/platform-admin/contact/server/reads.ts'
import * as cooperatives from '#features/platform-admin/cooperatives/server/actions.ts'
import * as cooperativeReads from '#features/platform-admin/cooperatives/server/reads.ts'
import * as overview from '#features/platform-admin/overview/server/actions.ts'
import * as auditFile from '#features/platform-admin/overview/server/export-audit-events.ts'
import * as overviewReads from '#features/platform-admin/overview/server/reads.ts'
import * as supportAccess from '#features/platform-admin/support-access/server/actions.ts'
import * as supportAccessReads from '#features/platform-admin/support-access/server/reads.ts'
import * as unclaimedMoney from '#features/platform-admin/unclaimed-money/server/actions.ts'
import * as unclaimedMoneyReads from '#features/platform-admin/unclaimed-money/server/reads.ts'
import { routeOf, routesOf } from '#platform/http/routes-of.ts'

const { sendContactMessage, ...contactActions } = contact

/** The contact page's own form sends to this one too, without a script. */
export const contactFormRoute = routeOf(sendContactMessage)

/** The record of a cooperative, as its officers and the super administrator see and change it. */
export const cooperativeRoutes = routesOf(cooperatives, cooperativeReads)

/** What the platform's administrators do and see, and what anyone sees of them. */
export const platformAdminRoutes = [
  contactFormRoute,
  ...routesOf(
    contactActions,
    contactDetails,
    contactReads,
    overview,
    auditFile,
    overviewReads,
    unclaimedMoney,
    unclaimedMoneyReads,
    supportAccess,
    supportAccessReads,
  ),
]
