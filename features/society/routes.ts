import * as settings from '#features/society/configuration/server/actions.ts'
import * as settingReads from '#features/society/configuration/server/reads.ts'
import * as setUp from '#features/society/configuration/server/set-up-cooperative.ts'
import * as exports from '#features/society/exports/server/actions.ts'
import * as exportReads from '#features/society/exports/server/reads.ts'
import * as registration from '#features/society/registration/server/actions.ts'
import { importRoutes } from '#features/society/imports/server/routes.ts'
import { routesOf } from '#platform/http/routes-of.ts'

/** Opens the books of a new cooperative. */
export const registrationRoutes = routesOf(registration)

/** What takes the whole society. */
export const societyRoutes = [
  ...routesOf(exportReads, exports),
  ...importRoutes,
  ...routesOf(settings, settingReads, setUp),
]
