import * as contract from '#features/governance/officers/contract.ts'
import { askForChange } from '#features/access/change-requests/server/ask-for-change.ts'
import { bind, bindWaiting } from '#platform/http/bind.ts'
import { addPosts, describePosts } from './add-posts.ts'
import { describeEnd, endTerm, refuseEndingOwn } from './end-term.ts'
import { getOfficers, listTerms } from './queries.ts'
import { describeTerm, recordTerm, refuseOwnTerm } from './record-term.ts'
import { describePost, updatePost } from './update-post.ts'

export const officerRoutes = [
  bind(contract.getOfficers, getOfficers),
  bindWaiting(askForChange(contract.addPosts, describePosts, addPosts)),
  bindWaiting(askForChange(contract.updatePost, describePost, updatePost)),
  bind(contract.listTerms, listTerms),
  bindWaiting(askForChange(contract.recordTerm, describeTerm, recordTerm, refuseOwnTerm)),
  bindWaiting(askForChange(contract.endTerm, describeEnd, endTerm, refuseEndingOwn)),
]
