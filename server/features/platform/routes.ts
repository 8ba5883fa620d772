import * as contract from '#contract/platform.ts'
import { bindOpen } from '#server/http/bind.ts'
import { getHealth, getReadiness } from './queries.ts'

export const platformRoutes = [bindOpen(contract.getHealth, getHealth), bindOpen(contract.getReadiness, getReadiness)]
